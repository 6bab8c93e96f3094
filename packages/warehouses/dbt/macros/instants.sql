{#- The minutes from one instant to a later one; null if either is null. -#}
{% macro minutes_between(earlier, later) -%}
{%- if target.type == 'clickhouse' -%}
dateDiff('millisecond', {{ earlier }}, {{ later }}) / 60000.0
{%- elif target.type == 'snowflake' -%}
datediff('millisecond', {{ earlier }}, {{ later }}) / 60000.0
{%- elif target.type == 'bigquery' -%}
timestamp_diff({{ later }}, {{ earlier }}, millisecond) / 60000.0
{%- else -%}
extract(epoch from {{ later }} - {{ earlier }}) / 60.0
{%- endif -%}
{%- endmacro %}

{#- The Monday, in UTC, of the week of an instant. -#}
{% macro week_of(instant) -%}
{%- if target.type == 'clickhouse' -%}
toMonday({{ instant }}, 'UTC')
{%- elif target.type == 'snowflake' -%}
dateadd('day', 1 - dayofweekiso(convert_timezone('UTC', {{ instant }})), cast(convert_timezone('UTC', {{ instant }}) as date))
{%- elif target.type == 'bigquery' -%}
date_trunc(date({{ instant }}, 'UTC'), isoweek)
{%- else -%}
cast(date_trunc('week', {{ instant }} at time zone 'UTC') as date)
{%- endif -%}
{%- endmacro %}
