{#- Counts the rows that meet a condition. -#}
{% macro count_where(condition) -%}
sum(case when {{ condition }} then 1 else 0 end)
{%- endmacro %}

{#- The median of what is not null. BigQuery has an approximate one alone. -#}
{% macro median_of(value) -%}
{%- if target.type == 'clickhouse' -%}
quantileExactInclusive(0.5)({{ value }})
{%- elif target.type == 'bigquery' -%}
approx_quantiles({{ value }}, 2)[offset(1)]
{%- else -%}
percentile_cont(0.5) within group (order by {{ value }})
{%- endif -%}
{%- endmacro %}
