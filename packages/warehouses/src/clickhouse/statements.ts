import {
  canonicalRow,
  type WarehouseColumn,
  type WarehouseColumnType,
  type WarehouseLosses,
  type WarehouseTable,
} from '@signalpost/domain'
import { currentNameOf, describe } from '../comments.ts'
import { canonicalRowOf } from './canonical-row.ts'
import { quote } from './quote.ts'

type Mapping = {
  /** The type in the table. */
  type: string
  /** The type in the file. */
  read: string
  /** Converts the file's value to the table's. */
  convert: (value: string) => string
}

const [from, before] = ['1900', '2300']

/** Lists cannot be null, and instants outside of these years cannot be stored. */
export const losses: WarehouseLosses = {
  nullTexts: 'empty',
  instants: { from, before, precision: 'milliseconds' },
}

const same = (value: string) => value

const text: Mapping = { type: 'Nullable(String)', read: 'Nullable(String)', convert: same }

const mappings: Readonly<Record<WarehouseColumnType, Mapping>> = {
  text,
  enum: { ...text, type: 'LowCardinality(Nullable(String))' },
  integer: { type: 'Nullable(Int64)', read: 'Nullable(Int64)', convert: same },
  // Read as text, because the server's own parser may change a float's last digit. That of JSON takes a number with neither
  // point nor exponent for a whole one, and has none of more than 64 bits.
  float: {
    ...text,
    type: 'Nullable(Float64)',
    convert: (value) => `float(${value})`,
  },
  boolean: { type: 'Nullable(Bool)', read: 'Nullable(Bool)', convert: same },
  instant: {
    ...text,
    type: "Nullable(DateTime64(3, 'UTC'))",
    convert: (value) => `instant(${value})`,
  },
  texts: {
    ...text,
    type: 'Array(String)',
    convert: (value) => `texts(${value})`,
  },
  json: text,
}

// The type would replace an instant out of range with its first or last day. Lists cannot be null.
const conversions = `
  (x -> JSONExtract(replaceRegexpOne(x, '^-?[0-9]+$', '\\\\0.0'), 'Nullable(Float64)')) AS float,
  (x -> if(x >= '${from}' AND x < '${before}', parseDateTime64BestEffort(x, 3, 'UTC'), NULL)) AS instant,
  (x -> JSONExtract(ifNull(x, '[]'), 'Array(String)')) AS texts`

const key: Mapping = { type: 'String', read: 'String', convert: same }

const synced = {
  _version: 'UInt64',
  _deleted: 'UInt8',
  _synced_at: "DateTime64(3, 'UTC')",
  _batch_id: 'String',
}

export const cursorsName = '_signalpost_cursors'

/** Returns a table's columns with their types, including those that the sync adds. */
export function typedColumnsOf(table: WarehouseTable): [name: string, type: string][] {
  const own = table.columns.map((column): [string, string] => [column.name, mappingIn(table, column).type])
  return [...own, ...Object.entries(synced)]
}

function mappingIn(table: WarehouseTable, { name, type }: WarehouseColumn): Mapping {
  return name === 'org_id' || name === table.key ? key : mappings[type]
}

/** Returns the statements about one table in one database. Parameters: `org_id` and those named below. */
export function statementsFor(table: WarehouseTable, database: string) {
  const own = `${quote(database)}.${quote(table.name)}`
  const view = `${quote(database)}.${quote(currentNameOf(table))}`
  const shown = `SELECT * FROM ${own} FINAL WHERE _deleted = 0`
  const ownKey = quote(table.key)
  const names = table.columns.map(({ name }) => quote(name))
  const mappingOf = (column: WarehouseColumn) => mappingIn(table, column)
  const definitionOf = (column: WarehouseColumn) => `${quote(column.name)} ${mappingOf(column).type}`
  // Short names, because the statement is part of a URL, which some proxies limit to 8 KB.
  const inFile = (index: number) => `c${index}`
  const structure = [
    ...table.columns.map((column, index) => `${inFile(index)} ${mappingOf(column).read}`),
    '_version UInt64',
    '_deleted Bool',
  ]
  const values = table.columns.map((column, index) => mappingOf(column).convert(inFile(index)))
  const hash = `MD5(${canonicalRowOf(table)})`
  const ofOrg = 'org_id = {org_id:String}'
  // FINAL shows the rows as people see them and drops tombstones, except of a key whose last version is deleted. Of
  // equal versions the last loaded one counts, as in FINAL.
  const last = '(_version, 1 - _deleted, _synced_at)'
  const hashes = `
    SELECT ${ownKey} AS key, _version AS version, ${hash} AS hash, MD5(key) AS key_hash FROM ${own} FINAL
    WHERE ${ofOrg} AND _deleted = 0
    UNION ALL
    SELECT key, version, hash, MD5(key) AS key_hash FROM (
      SELECT ${ownKey} AS key, max(_version) AS version, argMax(${hash}, ${last}) AS hash,
             argMax(_deleted, ${last}) AS is_deleted
      FROM ${own} WHERE ${ofOrg} GROUP BY org_id, ${ownKey} HAVING is_deleted = 1
      SETTINGS optimize_aggregation_in_order = 1
    )`
  return {
    createTable: `
      CREATE TABLE IF NOT EXISTS ${own} (
        ${[...table.columns.map(definitionOf), ...Object.entries(synced).map((one) => one.join(' '))].join(',\n        ')}
      ) ENGINE = ReplacingMergeTree(_version, _deleted) ORDER BY (org_id, ${ownKey})`,
    addColumns: (missing: readonly WarehouseColumn[]) =>
      `ALTER TABLE ${own} ${missing
        .map((column) => `ADD COLUMN IF NOT EXISTS ${definitionOf(column)}`)
        .join(', ')}`,
    /** The columns without a comment, and an empty name for the table without one. Parameters: `database`, `table`. */
    findUndescribed: `
      SELECT name FROM system.columns WHERE database = {database:String} AND table = {table:String} AND comment = ''
      UNION ALL
      SELECT '' FROM system.tables WHERE database = {database:String} AND name = {table:String} AND comment = ''`,
    /** Undefined if there is nothing to say. */
    describe: (undescribed: readonly string[]) => {
      const changes = describe(table, undescribed, {
        table: (comment) => `MODIFY COMMENT ${literal(comment)}`,
        column: (name, comment) => `COMMENT COLUMN ${quote(name)} ${literal(comment)}`,
      })
      return changes.length === 0 ? undefined : `ALTER TABLE ${own} ${changes.join(', ')}`
    },
    replaceView: `CREATE OR REPLACE VIEW ${view} AS ${shown}`,
    /** What the view is to show. */
    shown,
    /**
     * Leaves out rows that are stored with the same contents: of equal versions the last loaded one would count. Parameters:
     * `synced_at`, `batch_id`, and what `readExtent` returns.
     */
    load: `
      INSERT INTO ${own} (${names.join(',')},_version,_deleted,_synced_at,_batch_id)
      WITH ${conversions}
      SELECT untuple((${values.join(',')},_version,toUInt8(_deleted)) AS row),
             parseDateTime64BestEffort({synced_at:String}, 3, 'UTC'), {batch_id:String}
      FROM input(${literal(structure.join(','))})
      WHERE MD5(toString(row)) NOT IN (
        SELECT min(hash) FROM (
          SELECT ${ownKey} AS key, _version AS version, MD5(toString((${names.join(',')},_version,_deleted))) AS hash
          FROM ${own} WHERE ${ofOrg} AND ${ownKey} BETWEEN {first_key:String} AND {last_key:String}
            AND _version BETWEEN {first_version:UInt64} AND {last_version:UInt64}
        ) GROUP BY key, version HAVING min(hash) = max(hash)
      ) FORMAT CSV`,
    /** Parameter: `digits`. */
    checksum: `
      SELECT substring(lower(hex(key_hash)), 1, {digits:UInt8}) AS prefix, count() AS rows,
             sum(toUInt64(reinterpretAsUInt32(reverse(substring(hash, 1, ${canonicalRow.summedDigits / 2}))))) AS sum
      FROM (${hashes}) GROUP BY prefix ORDER BY prefix`,
    /** Parameter: `prefixes`. */
    listHashes: `
      SELECT key, version, lower(hex(substring(hash, 1, ${canonicalRow.comparedDigits / 2}))) AS hash FROM (${hashes})
      WHERE substring(lower(hex(key_hash)), 1, 2) IN {prefixes:Array(String)}
         OR substring(lower(hex(key_hash)), 1, 4) IN {prefixes:Array(String)}`,
    /** Parameter: `keys`. */
    removeRows: `DELETE FROM ${own} WHERE org_id = {org_id:String} AND ${ownKey} IN {keys:Array(String)}`,
    removeWorkspace: `ALTER TABLE ${own} DELETE WHERE org_id = {org_id:String}`,
    isOthers: `SELECT 1 FROM ${own} WHERE org_id != {org_id:String} LIMIT 1`,
    dropView: `DROP VIEW IF EXISTS ${view}`,
    drop: `DROP TABLE IF EXISTS ${own} SYNC`,
  }
}

/** Returns the statements about the table of cursors. Parameters: `org_id`, `table_name` and those named below. */
export function cursorStatementsFor(database: string) {
  const own = `${quote(database)}.${quote(cursorsName)}`
  const where = 'WHERE org_id = {org_id:String} AND table_name = {table_name:String}'
  // Of two written at once the smaller position counts, which only repeats some work.
  const latest = (column: string) => `argMax(${column}, (revision, -position))`
  const write = (values: { position: string; rewriteUntil: string; version: string; history: string }) => `
    INSERT INTO ${own} (org_id, table_name, position, rewrite_until, version, revision, moved_at, history)
    SELECT {org_id:String}, {table_name:String}, ${values.position}, ${values.rewriteUntil}, ${values.version},
           max(revision) + 1, now64(3), ${values.history}
    FROM ${own} ${where}`
  return {
    // Ordered by a number instead of the clock, which may be set back.
    create: `
      CREATE TABLE IF NOT EXISTS ${own} (
        org_id String,
        table_name String,
        position Int64,
        rewrite_until Int64,
        version UInt32,
        revision UInt64,
        moved_at DateTime64(3, 'UTC'),
        history String
      ) ENGINE = ReplacingMergeTree(revision) ORDER BY (org_id, table_name)`,
    addHistory: `ALTER TABLE ${own} ADD COLUMN IF NOT EXISTS history String`,
    /** Also reads a table of an older version, which has no history. */
    read: `
      SELECT *, rewrite_until AS rewriteUntil FROM ${own} ${where}
      ORDER BY revision DESC, position LIMIT 1`,
    /** Parameters: `position`, `rewrite_until`, `version`, `history`. */
    write: write({
      position: '{position:Int64}',
      rewriteUntil: '{rewrite_until:Int64}',
      version: '{version:UInt32}',
      history: '{history:String}',
    }),
    /** Parameters: `from`, `to`, `history`, and `version` for a table without a cursor, whose latest position is 0. */
    move: `${write({
      position: `greatest(${latest('position')}, {to:Int64})`,
      rewriteUntil: latest('rewrite_until'),
      version: `if(count() = 0, {version:UInt32}, ${latest('version')})`,
      history: `if({to:Int64} < ${latest('position')} OR {history:String} = '', ${latest('history')}, {history:String})`,
    })}
    HAVING ${latest('position')} >= {from:Int64}`,
    forget: `DELETE FROM ${own} WHERE table_name = {table_name:String}`,
    remove: `DELETE FROM ${own} ${where}`,
    isOthers: `SELECT 1 FROM ${own} WHERE org_id != {org_id:String} AND table_name = {table_name:String} LIMIT 1`,
    isUsed: `SELECT 1 FROM ${own} LIMIT 1`,
    drop: `DROP TABLE IF EXISTS ${own} SYNC`,
  }
}

function literal(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
