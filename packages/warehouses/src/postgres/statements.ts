import {
  canonicalRow,
  type WarehouseColumn,
  type WarehouseColumnType,
  type WarehouseTable,
} from '@signalpost/domain'
import { currentNameOf, currentNote, describe } from '../comments.ts'
import { literal, quote } from '../quote.ts'
import { replacementCondition } from '../replacement-condition.ts'
import { syncColumns } from '../target.ts'
import { canonicalRowOf, printedHashOf } from './canonical-row.ts'

// Lists stay JSON: converting each to an array takes twice as long as the rest of the cell.
export const types: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'text',
  enum: 'text',
  integer: 'bigint',
  float: 'double precision',
  boolean: 'boolean',
  instant: 'timestamp with time zone',
  texts: 'jsonb',
  json: 'jsonb',
}

const cursors = '_signalpost_cursors'
const staged = 'signalpost_staged'
// A file copied straight into a table lacks these columns, so the transaction supplies them.
const syncedAtSetting = 'signalpost.synced_at'
const batchIdSetting = 'signalpost.batch_id'
// When a person inserts a row, neither is set.
const syncedAtDefault = `coalesce(nullif(current_setting('${syncedAtSetting}', true), '')::timestamptz, now())`
const batchIdDefault = `coalesce(current_setting('${batchIdSetting}', true), '')`

/** Returns the statements about one table in one schema. */
export function statementsFor(table: WarehouseTable, schema: string) {
  const own = `${quote(schema)}.${quote(table.name)}`
  const current = `${quote(schema)}.${quote(currentNameOf(table))}`
  const key = quote(table.key)
  const columns = table.columns.map(({ name }) => quote(name))
  const inFile = [...columns, quote('_version'), quote('_deleted')]
  const all = [...columns, ...syncColumns.map(quote)]
  const mutable = all.filter((column) => column !== '"org_id"' && column !== key)
  const replaces = (rewritesEqual: boolean) =>
    replacementCondition(table, {
      ...{ stored: 'stored', staged: 'excluded', rewritesEqual },
      comparableOf: (row, { name, type }) =>
        `${row}.${quote(name)}${types[type] === 'jsonb' ? '::text' : ''}`,
    })
  const copyInto = (place: string) =>
    `copy ${place} (${inFile.join(', ')}) from stdin (format csv, null '\\N')`
  const changeInstants = (to: (name: string) => string) => {
    const names = table.columns.filter(({ type }) => type === 'instant').map(({ name }) => quote(name))
    return `alter table pg_temp.${staged} ${names.map((name) => `alter ${name} type ${to(name)}`).join(', ')}`
  }
  // As PostgreSQL prints the view that we make. A renamed table takes its view along, which then shows that one; versions
  // before 16 print the name of the table before each column.
  const isAsMade = `(
        select regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g') in (
          format(' SELECT %s FROM %s WHERE (NOT _deleted);', string_agg(quote_ident(attname), ', ' order by attnum), shown),
          format(' SELECT %s FROM %s WHERE (NOT %s._deleted);',
            string_agg(format('%s.%I', name, attname), ', ' order by attnum), shown, name)
        )
        from pg_attribute, (select ${literal(own)}::regclass::text as shown, quote_ident(${literal(table.name)}) as name) own
        where attrelid = c.oid and attnum > 0 and not attisdropped
        group by shown, name
      )`
  const keyHash = md5Of(key)
  const hash = md5Of(canonicalRowOf(table))
  const addUp = (hashed: string) => `
    select prefix, count(*)::text as rows, sum(hash)::text as sum
    from (
      select left(${keyHash}, $2) as prefix, ${hashed} as hash from ${own} where org_id = $1
      offset 0 -- so that buckets count as few, and rows are not sorted to add them up
    ) hashed
    group by prefix order by prefix`
  const findKey = `
      select exists (
        select from pg_index
        where indrelid = ${literal(own)}::regclass and indisunique and indisvalid and indimmediate
          and indpred is null and indexprs is null
          and (
            select array_agg(attname::text order by attname) from pg_attribute
            where attrelid = indrelid and attnum = any(indkey::smallint[])
          ) = (select array_agg(name order by name) from unnest(array['org_id', ${literal(table.key)}]) as name)
      ) as found`
  return {
    createTable: `
      create table ${own} (
        ${table.columns.map((column) => definitionOf(column, table)).join(',\n        ')},
        _version bigint not null,
        _deleted boolean not null,
        _synced_at timestamptz not null default ${syncedAtDefault},
        _batch_id text not null default ${batchIdDefault},
        primary key (org_id, ${key})
      )`,
    addColumns: (missing: readonly WarehouseColumn[]) =>
      `alter table ${own} ${missing
        .map((column) => `add column if not exists ${definitionOf(column, table)}`)
        .join(', ')}`,
    /** Whether a table of an older version lacks these defaults. */
    needsDefaults: `
      select exists (
        select from pg_attrdef where adrelid = ${literal(own)}::regclass
          and pg_get_expr(adbin, adrelid) ~ '${syncedAtSetting}' and pg_get_expr(adbin, adrelid) !~* 'coalesce'
      ) as needed`,
    setDefaults: `
      alter table ${own} alter column _synced_at set default ${syncedAtDefault},
        alter column _batch_id set default ${batchIdDefault}`,
    /** The columns without a comment, and an empty name for the table without one. */
    findUndescribed: `
      select attname as name from pg_attribute
      where attrelid = ${literal(own)}::regclass and attnum > 0 and not attisdropped
        and col_description(attrelid, attnum) is null
      union all select '' where obj_description(${literal(own)}::regclass, 'pg_class') is null`,
    describe: (undescribed: readonly string[]) =>
      describe(table, undescribed, {
        table: (comment) => `comment on table ${own} is ${literal(comment)}`,
        column: (name, comment) => `comment on column ${own}.${quote(name)} is ${literal(comment)}`,
      }),
    /**
     * What has the name of the view: whether we made it, whether it shows every column of the table, and its columns in their
     * order.
     */
    findCurrent: `
      select obj_description(c.oid, 'pg_class') is not distinct from ${literal(currentNote)} as is_ours,
        ${countColumns('c.oid')} = ${countColumns(`${literal(own)}::regclass`)} and ${isAsMade} as is_whole,
        (
          select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped
        ) as columns
      from pg_class c where c.oid = to_regclass(${literal(current)})`,
    /**
     * Whether the view is missing, or ours and without a column of the table or with other rows than those of the table, and the
     * account may create it.
     */
    lacksView: `
      select coalesce(
        (
          select obj_description(c.oid, 'pg_class') is not distinct from ${literal(currentNote)}
            and pg_has_role(c.relowner, 'usage')
            and (not ${isAsMade} or exists (
              select from unnest(array[${all.map((name) => literal(name.slice(1, -1))).join(', ')}]) as name
              join pg_attribute t on t.attrelid = ${literal(own)}::regclass and t.attname = name and not t.attisdropped
              where not exists (
                select from pg_attribute v where v.attrelid = c.oid and v.attname = name and not v.attisdropped
              )
            ))
          from pg_class c where c.oid = to_regclass(${literal(current)})
        ),
        has_schema_privilege(${literal(schema)}, 'create')
      ) as lacks`,
    /** Two sessions that replace it, comment the table or grant it at once would fail. */
    lockCurrent: `select pg_advisory_xact_lock(hashtextextended(${literal(current)}, 0))`,
    /** A view that is replaced keeps its columns in their order. */
    replaceCurrent: (columns: readonly string[]) =>
      `create or replace view ${current} as select ${columns.map(quote).join(', ')} from ${own} where not _deleted`,
    noteCurrent: `comment on view ${current} is ${literal(currentNote)}`,
    /** What is ours and a role may not read yet, as GRANT names it. Parameter: the role. */
    findUnreadable: `
      select 'schema ' || quote_ident(nspname) as place from pg_namespace
      where nspname = ${literal(schema)} and pg_has_role(nspowner, 'usage')
        and not has_schema_privilege($1, oid, 'usage')
      union all
      select oid::regclass::text from pg_class
      where oid in (${literal(own)}::regclass, to_regclass(${literal(current)})) and pg_has_role(relowner, 'usage')
        and not has_table_privilege($1, oid, 'select')`,
    grantReading: ({ place, reader }: { place: string; reader: string }) =>
      `grant ${place.startsWith('schema ') ? 'usage' : 'select'} on ${place} to ${quote(reader)}`,
    dropCurrent: `drop view ${current}`,
    drop: `drop table ${own}`,
    lockTable: `lock table ${own} in access exclusive mode`,
    isEmpty: `select not exists (select from ${own}) as is_empty`,
    removeWorkspace: `delete from ${own} where org_id = $1`,
    removeRows: `delete from ${own} where org_id = $1 and ${key} = any($2)`,
    // Waits for another sync of the same rows, so two never deadlock on row locks.
    lockRows: `select pg_advisory_xact_lock(hashtextextended(${literal(own)} || $1, 0))`,
    createStage: `
      create temporary table ${staged} on commit preserve rows as
      select ${inFile.join(', ')} from ${own} with no data`,
    dropStage: `drop table if exists pg_temp.${staged}`,
    fillStage: copyInto(`pg_temp.${staged}`),
    /** Makes room for the year 0, which PostgreSQL calls 1 BC and refuses to read. */
    readInstantsAsText: changeInstants(() => 'text'),
    convertInstants: changeInstants(
      (name) => `timestamptz using (case when left(${name}, 4) = '0000'
        then '0001' || substr(${name}, 5) || ' BC' else ${name} end)::timestamptz`,
    ),
    nameBatch: `
      select set_config('${syncedAtSetting}', $1, true), set_config('${batchIdSetting}', $2, true)`,
    fill: copyInto(own),
    hasRepeatedKeys: `
      select exists (select from pg_temp.${staged} group by org_id, ${key} having count(*) > 1) as repeated`,
    merge: ({ isDistinct, rewritesEqual }: { isDistinct: boolean; rewritesEqual: boolean }) => `
      insert into ${own} as stored (${all.join(', ')})
      select ${isDistinct ? '' : `distinct on (org_id, ${key})`} ${inFile.join(', ')}, $1::timestamptz, $2::text
      from pg_temp.${staged} ${isDistinct ? '' : `order by org_id, ${key}, _version desc`}
      on conflict (org_id, ${key}) do update
      set ${mutable.map((column) => `${column} = excluded.${column}`).join(', ')}
      where ${replaces(rewritesEqual)}`,
    checksum: addUp(`('x' || left(${hash}, ${canonicalRow.summedDigits}))::bit(32)::bigint`),
    checksumPrinted: addUp(printedHashOf(table)),
    listHashes: `
      select key, max(version)::text as version, min(hash) as hash, count(*)::text as copies
      from (
        select ${key} as key, _version as version, left(${hash}, ${canonicalRow.comparedDigits}) as hash
        from ${own}
        where org_id = $1 and (left(${keyHash}, 2) = any($2) or left(${keyHash}, 4) = any($2))
      ) listed
      group by key`,
    /** Whether the table has what finds the row of a key. */
    findKey,
    /** Whether the key is gone, and the account may add it. */
    lacksKey: `
      select not found and relkind in ('r', 'p') and pg_has_role(relowner, 'usage') as lacks
      from (${findKey}) key, pg_class where pg_class.oid = ${literal(own)}::regclass`,
    addKey: `alter table ${own} add primary key (org_id, ${key})`,
    /** Keeps the greatest version of each key. */
    removeRepeated: `
      delete from ${own} where ctid in (
        select ctid from (
          select ctid, row_number() over (partition by org_id, ${key} order by _version desc, ctid desc) as place from ${own}
        ) numbered
        where place > 1
      )`,
  }
}

/** Returns the statements about the table of cursors. */
export function cursorStatementsFor(schema: string) {
  const own = `${quote(schema)}.${quote(cursors)}`
  const insert = `
    insert into ${own} as stored (org_id, table_name, position, rewrite_until, version, batch_id, history, moved_at)`
  const onConflict = (position: string) => `
    on conflict (org_id, table_name) do update
    set ${position}, batch_id = excluded.batch_id, moved_at = excluded.moved_at`
  return {
    name: cursors,
    create: `
      create table ${own} (
        org_id text not null,
        table_name text not null,
        position bigint not null,
        rewrite_until bigint not null,
        version bigint not null,
        batch_id text,
        history text,
        moved_at timestamptz not null,
        primary key (org_id, table_name)
      )`,
    addHistory: `alter table ${own} add column if not exists history text`,
    /** Also reads a table of an older version, which has no history. */
    read: `
      select position::text, rewrite_until::text as "rewriteUntil", version::text, to_jsonb(stored) ->> 'history' as history
      from ${own} as stored where org_id = $1 and table_name = $2`,
    /**
     * Values: the workspace, the table's name, the position, the position up to which equal rows are overwritten, the
     * version, the history.
     */
    write: `
      ${insert} values ($1, $2, $3, $4, $5, null, $6, now())
      ${onConflict('position = excluded.position, rewrite_until = excluded.rewrite_until, version = excluded.version, history = excluded.history')}`,
    /** Values: the workspace, the table's name, `from`, `to`, the version, the batch, the history. */
    move: `
      ${insert}
      select $1, $2, $4, 0, $5, $6, $7, now()
      where $3::bigint = 0 or exists (select from ${own} where org_id = $1 and table_name = $2)
      ${onConflict(`position = greatest(stored.position, excluded.position),
        history = case when excluded.position < stored.position then stored.history else coalesce(excluded.history, stored.history) end`)}
      where stored.position >= $3::bigint`,
    forget: `delete from ${own} where table_name = $1`,
    remove: `delete from ${own} where org_id = $1 and table_name = any($2)`,
    isEmpty: `select not exists (select from ${own}) as is_empty`,
    lockTable: `lock table ${own} in access exclusive mode`,
    drop: `drop table ${own}`,
  }
}

function definitionOf({ name, type }: WarehouseColumn, table: WarehouseTable): string {
  return `${quote(name)} ${types[type]}${name === 'org_id' || name === table.key ? ' not null' : ''}`
}

/** Counts the columns of a table or view. */
function countColumns(of: string): string {
  return `(select count(*) from pg_attribute where attrelid = ${of} and attnum > 0 and not attisdropped)`
}

function md5Of(text: string): string {
  return `md5(convert_to(${text}, 'UTF8'))`
}
