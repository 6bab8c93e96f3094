import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Returns the schema as SQL, in an order that does not depend on how it was built: tables without their partitions,
 * constraints, indexes, functions, triggers and views. For reading and comparing; migrations create a database.
 */
export async function dumpSchema(database: Database): Promise<string> {
  const { rows } = await sql<{ statement: string }>`
    with tables as (
      select oid, relname, relkind, relpersistence from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not like 'kysely\\_%'
    ),
    columns as (
      select attrelid, string_agg(
        '  ' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attcollation <> 0 and collname <> 'default' then ' collate "' || collname || '"' else '' end
        || case when attidentity = 'a' then ' generated always as identity' else '' end
        || case when attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), ''), e',\n' order by attnum) as list
      from pg_attribute
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_collation on pg_collation.oid = attcollation
      where attnum > 0 and not attisdropped group by attrelid
    ),
    statements as (
      select 1 as part, relname as name, '' as detail,
        'create ' || case relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || relname || e' (\n'
        || list || e'\n)' || coalesce(' partition by ' || pg_get_partkeydef(oid), '') as statement
      from tables join columns on attrelid = oid
      union all
      select 2, relname, conname, 'alter table ' || relname || ' add constraint ' || conname || ' '
        || pg_get_constraintdef(pg_constraint.oid)
      from pg_constraint join tables on tables.oid = conrelid where contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select 3, tables.relname, indexed.relname::text, pg_get_indexdef(indexrelid)
      from pg_index join tables on tables.oid = indrelid join pg_class indexed on indexed.oid = indexrelid
      where not exists (select from pg_constraint where conindid = indexrelid)
      union all
      select 4, proname, '', pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
      union all
      select 5, relname, tgname, pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
      union all
      select 6, relname, '', 'create view ' || relname || e' as\n' || rtrim(pg_get_viewdef(oid), ';')
      from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v'
    )
    select regexp_replace(trim(trailing e'\n' from statement), ' +$', '', 'gm') || ';' as statement
    from statements order by part, name collate "C", detail collate "C"`.execute(database)
  return `${rows.map((row) => row.statement.replaceAll(/ON (ONLY )?public\./g, 'ON ').replaceAll('public.', '')).join('\n\n')}\n`
}
