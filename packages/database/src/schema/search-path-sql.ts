/**
 * SQL for a search_path that begins with the schema of our tables. By default it begins with a schema of the role's
 * name: one that is created later, such as that of a warehouse in this database, would hide our tables behind its own.
 * The schema is the first in the path that has our tables; before the first migration, where the path is the default,
 * the one that gets them. Null otherwise, so that a path without our tables is reported.
 */
export const searchPathSql = `
  select case
    when path = home or starts_with(path, home || ', ') then path
    else home || ', ' || path
  end
  from (
    select current_setting('search_path') as path, quote_ident(coalesce(
      (
        select name from unnest(current_schemas(false)) with ordinality as schemas(name, place)
        where to_regclass(quote_ident(name) || '.kysely_migration') is not null order by place limit 1
      ),
      (select current_schema() from pg_settings where name = 'search_path' and source = 'default')
    )) as home
  ) found
  where home is not null`
