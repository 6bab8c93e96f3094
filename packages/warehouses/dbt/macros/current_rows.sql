{#- Selects the rows of a table of Signalpost that are not deleted. ClickHouse keeps old versions until it merges them. -#}
{% macro current_rows(table) -%}
(
  select * from {{ source('signalpost', table) }}{% if target.type == 'clickhouse' %} final{% endif %}
  where not _deleted
) as current_rows
{%- endmacro %}
