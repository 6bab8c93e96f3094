import { canonicalRow, type WarehouseTable } from '@signalpost/domain'
import { currentNameOf, currentNote, describe } from '../comments.ts'
import { literal, quote } from '../quote.ts'
import { replacementCondition } from '../replacement-condition.ts'
import { syncColumns } from '../target.ts'
import { canonicalRowOf } from './canonical-row.ts'
import { quotedColumnsOf } from './sql.ts'

const cursors = '_signalpost_cursors'
const staged = 'temp.signalpost_staged'
// Tables of other schemas may have the names of ours.
export const isOurs = "database_name = current_database() and schema_name = 'main'"

/** Returns the statements about one table in a DuckDB file. The catalogue is asked for names in any case: see `hasTable`. */
export function statementsFor(table: WarehouseTable) {
  const own = quote(table.name)
  const current = quote(currentNameOf(table))
  const key = quote(table.key)
  const columns = quotedColumnsOf(table)
  const names = columns.map(({ name }) => name)
  const mutable = names.filter((name) => name !== '"org_id"' && name !== key)
  const replaces = (rewritesEqual: boolean) =>
    replacementCondition(table, {
      ...{ stored: 'stored', staged: 'staged', rewritesEqual },
      comparableOf: (row, { name }) => `${row}.${quote(name)}`,
    })
  return {
    createTable: `create table if not exists ${own} (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
    addColumns: columns.map(
      ({ name, type }) => `alter table ${own} add column if not exists ${name} ${type}`,
    ),
    /** A table of the same name that something else created lacks the sync's columns. */
    countOwnColumns: `
      select count(*)::integer as columns, count(*) filter (lower(column_name) in (${syncColumns.map((name) => `'${name}'`).join(', ')}))::integer as own
      from duckdb_columns() where ${isOurs} and lower(table_name) = $1`,
    findColumns: `
      select lower(column_name) as name, data_type as type
      from duckdb_columns() where ${isOurs} and lower(table_name) = $1`,
    /** The columns without a comment, and an empty name for the table without one. */
    findUndescribed: `
      select lower(column_name) as name from duckdb_columns()
      where ${isOurs} and lower(table_name) = $1 and comment is null
      union all
      select '' from duckdb_tables()
      where ${isOurs} and lower(table_name) = $1 and comment is null`,
    describe: (undescribed: readonly string[]) =>
      describe(table, undescribed, {
        table: (comment) => `comment on table ${own} is ${literal(comment)}`,
        column: (name, comment) => `comment on column ${own}.${quote(name)} is ${literal(comment)}`,
      }),
    stage: (select: string) => `create or replace temp table signalpost_staged as ${select}`,
    /** Uses no index, which would have to fit into memory: a batch is compared with all keys of the table. */
    keepGreatest: `
      delete from ${staged} where rowid in (
        select rowid from (
          select rowid, row_number() over (partition by org_id, ${key} order by _version desc) as place from ${staged}
        ) where place > 1
      )`,
    merge: (rewritesEqual: boolean) => `
      merge into ${own} as stored using ${staged} as staged
      on stored.org_id = staged.org_id and stored.${key} = staged.${key}
      when matched and ${replaces(rewritesEqual)}
        then update set ${mutable.map((name) => `${name} = staged.${name}`).join(', ')}
      when not matched
        then insert (${names.join(', ')}) values (${names.map((name) => `staged.${name}`).join(', ')})`,
    dropStage: `drop table ${staged}`,
    checksum: checksumOf({ from: own, table }),
    listHashes: listHashesOf({ from: own, table }),
    removeRows: `delete from ${own} where org_id = $1 and list_contains(from_json($2, '["VARCHAR"]'), ${key})`,
    removeWorkspace: `delete from ${own} where org_id = $1`,
    countRows: `select count(*)::integer as rows from ${own}`,
    drop: `drop table ${own}`,
    /** What has the name of the view: whether we made it, and whether it shows every column of the table. */
    findCurrent: `
      select comment is not distinct from ${literal(currentNote)} as is_ours, column_count = ${columns.length} as is_whole
      from duckdb_views() where ${isOurs} and lower(view_name) = ${literal(currentNameOf(table))}
      union all select false, false
      from duckdb_tables() where ${isOurs} and lower(table_name) = ${literal(currentNameOf(table))}`,
    /** Whether the view is missing, or ours without a column of the table. */
    lacksView: `
      select case count(*) when 0 then true else bool_and(is_ours and exists (
        select column_name from duckdb_columns()
        where ${isOurs} and lower(table_name) = ${literal(table.name)}
          and lower(column_name) in (${names.map((name) => literal(name.slice(1, -1))).join(', ')})
          and lower(column_name) not in (
            select lower(column_name) from duckdb_columns()
            where ${isOurs} and lower(table_name) = ${literal(currentNameOf(table))}
          )
      )) end as lacks
      from (
        select comment is not distinct from ${literal(currentNote)} as is_ours from duckdb_views()
        where ${isOurs} and lower(view_name) = ${literal(currentNameOf(table))}
        union all select false from duckdb_tables()
        where ${isOurs} and lower(table_name) = ${literal(currentNameOf(table))}
      )`,
    replaceCurrent: [
      `create or replace view ${current} as select ${names.join(', ')} from ${own} where not _deleted`,
      `comment on view ${current} is ${literal(currentNote)}`,
    ],
    dropCurrent: `drop view ${current}`,
  }
}

/** Takes the workspace and the number of digits; `from` may be a subquery. */
export function checksumOf({ from, table }: { from: string; table: WarehouseTable }): string {
  return `
    select left(md5(${quote(table.key)}), $2) as prefix, count(*) as rows,
           sum(('0x' || left(md5(${canonicalRowOf(table)}), ${canonicalRow.summedDigits}))::bigint) as sum
    from ${from} where org_id = $1 group by all`
}

/** Takes the workspace and the prefixes as a JSON array; returns keys as JSON. */
export function listHashesOf({ from, table }: { from: string; table: WarehouseTable }): string {
  const key = quote(table.key)
  const startsAs = (digits: 2 | 4) =>
    `list_contains(from_json($2, '["VARCHAR"]'), left(md5(${key}), ${digits}))`
  return `
    select key, max(version) as version, min(hash) as hash, count(*) as copies
    from (
      select to_json(${key})::varchar as key, _version as version,
             left(md5(${canonicalRowOf(table)}), ${canonicalRow.comparedDigits}) as hash
      from ${from} where org_id = $1 and (${startsAs(2)} or ${startsAs(4)})
    )
    group by key`
}

export const cursorStatements = {
  name: cursors,
  create: `
    create table if not exists ${cursors} (
      org_id varchar not null, table_name varchar not null, position bigint not null,
      rewrite_until bigint not null, version bigint not null, history varchar, primary key (org_id, table_name)
    )`,
  addHistory: `alter table ${cursors} add column if not exists history varchar`,
  /** Also reads a table of an older version, which has no history. */
  read: `select *, rewrite_until as "rewriteUntil" from ${cursors} where org_id = $1 and table_name = $2`,
  write: `
    insert into ${cursors} (org_id, table_name, position, rewrite_until, version, history) values ($1, $2, $3, $4, $5, $6)
    on conflict do update
    set position = excluded.position, rewrite_until = excluded.rewrite_until, version = excluded.version,
      history = excluded.history`,
  /** Takes the workspace, the name of the table, `from`, `to`, the version, and the history. */
  move: `
    insert into ${cursors} (org_id, table_name, position, rewrite_until, version, history)
    select $1, $2, $4, 0, $5, $6
    where $3 = 0 or exists (from ${cursors} where org_id = $1 and table_name = $2)
    on conflict do update
    set position = greatest(position, excluded.position),
      history = case when excluded.position < position then history else coalesce(excluded.history, history) end
    where position >= $3`,
  remove: `delete from ${cursors} where org_id = $1 and table_name = $2`,
  forget: `delete from ${cursors} where table_name = $1`,
  countRows: `select count(*)::integer as rows from ${cursors}`,
  drop: `drop table ${cursors}`,
}
