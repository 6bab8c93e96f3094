{#- A test of a model or source: no two rows have equal values of all the columns. -#}
{% test unique_together(model, columns) %}
select {{ columns | join(', ') }}
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1
{% endtest %}
