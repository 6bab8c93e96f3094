import {
  canonicalRow,
  type WarehouseColumn,
  type WarehouseColumnType,
  type WarehouseLosses,
  type WarehouseTable,
} from '@signalpost/domain'
import { syncComments } from '../comments.ts'
import { replacementCondition } from '../replacement-condition.ts'
import { syncColumns } from '../target.ts'
import { canonicalRowOf } from './canonical-row.ts'
import { quote } from './quote.ts'

/** A VARIANT does not keep the text of its JSON. What a TIMESTAMP_TZ makes of the year 0 is not documented. */
export const losses = { json: 'respelled', instants: { from: '0001' } } as const satisfies WarehouseLosses

const types: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'VARCHAR',
  enum: 'VARCHAR',
  integer: 'NUMBER(38,0)',
  float: 'FLOAT',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMP_TZ',
  texts: 'ARRAY',
  json: 'VARIANT',
}

/** The names of types in the catalogue. */
export const catalogued: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'TEXT',
  enum: 'TEXT',
  integer: 'NUMBER',
  float: 'FLOAT',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMP_TZ',
  texts: 'ARRAY',
  json: 'VARIANT',
}

/** Converts a text of the file. A text that does not match the type fails the statement with 100xxx. */
const readers: Readonly<Record<WarehouseColumnType, (text: string) => string>> = {
  text: (text) => text,
  enum: (text) => text,
  integer: (text) => `TO_NUMBER(${text}, 38, 0)`,
  float: (text) => `TO_DOUBLE(${text})`,
  boolean: (text) => `TO_BOOLEAN(${text})`,
  instant: (text) => `TO_TIMESTAMP_TZ(CASE WHEN ${text} >= '${losses.instants.from}' THEN ${text} END)`,
  texts: (text) => `TO_ARRAY(PARSE_JSON(${text}))`,
  json: (text) => `PARSE_JSON(${text})`,
}

const cursorsName = '_signalpost_cursors'
const cursors = quote(cursorsName)
const staged = quote('_signalpost_staged')
const movedHistory =
  'CASE WHEN s."POSITION" < t."POSITION" THEN t."HISTORY" ELSE COALESCE(s."HISTORY", t."HISTORY") END'

// A backslash is no escape, so every text arrives unchanged, and null is the empty field: see `emptyNulls`.
const fileFormat = [
  'TYPE = CSV',
  'COMPRESSION = GZIP',
  'ENCODING = UTF8',
  "FIELD_DELIMITER = ','",
  String.raw`RECORD_DELIMITER = '\n'`,
  `FIELD_OPTIONALLY_ENCLOSED_BY = '"'`,
  'ESCAPE = NONE',
  'ESCAPE_UNENCLOSED_FIELD = NONE',
  'MULTI_LINE = TRUE',
  'NULL_IF = ()',
  'EMPTY_FIELD_AS_NULL = TRUE',
  'TRIM_SPACE = FALSE',
  'SKIP_HEADER = 0',
  'ERROR_ON_COLUMN_COUNT_MISMATCH = TRUE',
].join(' ')

/** Returns one row for each column of a table; none if there is no such table. */
export function findColumnsOf(name: string): string {
  return `SELECT COLUMN_NAME AS "name", DATA_TYPE AS "type"
FROM INFORMATION_SCHEMA.COLUMNS
WHERE TABLE_SCHEMA = CURRENT_SCHEMA() AND TABLE_NAME = ${literal(name.toUpperCase())}`
}

/** Returns the statements about one table. */
export function statementsFor(table: WarehouseTable) {
  const own = quote(table.name)
  const key = quote(table.key)
  const inFile = [...table.columns.map(({ name }) => quote(name)), quote('_version'), quote('_deleted')]
  const all = [...table.columns.map(({ name }) => name), ...syncColumns].map(quote)
  const hash = `MD5(
    ${canonicalRowOf(table)}
  )`
  const mutable = all.filter((column) => column !== '"ORG_ID"' && column !== key)
  const replaces = (rewritesEqual: boolean) =>
    replacementCondition(table, {
      ...{ stored: 't', staged: 's', rewritesEqual },
      // Lists and JSON can be compared as texts only.
      comparableOf: (row, { name, type }) => {
        const value = `${row}.${quote(name)}`
        return type === 'texts' || type === 'json' ? `TO_JSON(${value})` : value
      },
    })
  return {
    createTable: `CREATE TABLE IF NOT EXISTS ${own} (
  ${[
    ...table.columns.map((column) => `${definitionOf(column, table)} ${saying(column.comment)}`),
    `"_VERSION" NUMBER(38,0) NOT NULL ${saying(syncComments._version)}`,
    `"_DELETED" BOOLEAN NOT NULL ${saying(syncComments._deleted)}`,
    `"_SYNCED_AT" TIMESTAMP_TZ NOT NULL ${saying(syncComments._synced_at)}`,
    `"_BATCH_ID" VARCHAR NOT NULL ${saying(syncComments._batch_id)}`,
  ].join(',\n  ')}
)
COMMENT = ${literal(table.comment)}`,
    addColumn: (column: WarehouseColumn) =>
      `ALTER TABLE ${own} ADD COLUMN IF NOT EXISTS ${definitionOf(column, table)}`,
    /** A column that is added takes no comment in the same statement. */
    describeColumn: ({ name, comment }: WarehouseColumn) =>
      `COMMENT ON COLUMN ${own}.${quote(name)} IS ${literal(comment)}`,
    createStaged: `CREATE OR REPLACE TEMPORARY TABLE ${staged} (
  ${inFile.map((column) => `${column} VARCHAR`).join(',\n  ')}
)`,
    /** Binds: the value of `_synced_at`, then that of `_batch_id`. */
    merge: (rewritesEqual: boolean) => `MERGE INTO ${own} AS t
USING (
  SELECT
    ${[
      ...table.columns.map(({ name, type }) => `${readers[type](`r.${quote(name)}`)} AS ${quote(name)}`),
      `${readers.integer('r."_VERSION"')} AS "_VERSION"`,
      `${readers.boolean('r."_DELETED"')} AS "_DELETED"`,
      'TO_TIMESTAMP_TZ(?) AS "_SYNCED_AT"',
      '? AS "_BATCH_ID"',
    ].join(',\n    ')}
  FROM ${staged} AS r
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY r."ORG_ID", r.${key} ORDER BY ${readers.integer('r."_VERSION"')} DESC
  ) = 1
) AS s
ON t."ORG_ID" = s."ORG_ID" AND t.${key} = s.${key}
WHEN MATCHED AND ${replaces(rewritesEqual)} THEN UPDATE SET
  ${mutable.map((column) => `${column} = s.${column}`).join(',\n  ')}
WHEN NOT MATCHED THEN INSERT (
  ${all.join(',\n  ')}
) VALUES (
  ${all.map((column) => `s.${column}`).join(',\n  ')}
)`,
    /** Binds: the workspace. */
    checksum: (digits: 2 | 4) => `SELECT
  SUBSTR(MD5(${key}), 1, ${digits}) AS "prefix",
  TO_VARCHAR(COUNT(*)) AS "rows",
  TO_VARCHAR(SUM(TO_NUMBER(SUBSTR(${hash}, 1, ${canonicalRow.summedDigits}), 'XXXXXXXX'))) AS "sum"
FROM ${own}
WHERE "ORG_ID" = ?
GROUP BY 1
ORDER BY 1`,
    /** Binds: the workspace, then twice the prefixes as a JSON array. */
    listHashes: `SELECT
  "key",
  TO_VARCHAR(MAX("version")) AS "version",
  MIN("hash") AS "hash",
  TO_VARCHAR(COUNT(*)) AS "copies"
FROM (
  SELECT
    ${key} AS "key",
    "_VERSION" AS "version",
    SUBSTR(${hash}, 1, ${canonicalRow.comparedDigits}) AS "hash"
  FROM ${own}
  WHERE "ORG_ID" = ? AND (
    SUBSTR(MD5(${key}), 1, 2) IN (${textsOf('?')})
    OR SUBSTR(MD5(${key}), 1, 4) IN (${textsOf('?')})
  )
)
GROUP BY "key"`,
    /** Binds: the workspace, then the keys as a JSON array. */
    removeRows: `DELETE FROM ${own} WHERE "ORG_ID" = ? AND ${key} IN (${textsOf('?')})`,
    /** Binds: the workspace. */
    removeWorkspace: `DELETE FROM ${own} WHERE "ORG_ID" = ?`,
    findRow: `SELECT 1 AS "found" FROM ${own} LIMIT 1`,
    drop: `DROP TABLE IF EXISTS ${own}`,
  }
}

/** The statements about the table of cursors. */
export const cursorStatements = {
  name: cursorsName,
  create: `CREATE TABLE IF NOT EXISTS ${cursors} (
  "ORG_ID" VARCHAR NOT NULL,
  "TABLE_NAME" VARCHAR NOT NULL,
  "POSITION" NUMBER(38,0) NOT NULL,
  "REWRITE_UNTIL" NUMBER(38,0) NOT NULL,
  "VERSION" NUMBER(38,0) NOT NULL,
  "HISTORY" VARCHAR
)`,
  addHistory: `ALTER TABLE ${cursors} ADD COLUMN IF NOT EXISTS "HISTORY" VARCHAR`,
  /** Binds: the workspace, the name of the table. */
  read: ({ hasHistory }: { hasHistory: boolean }) => `SELECT
  TO_VARCHAR("POSITION") AS "position",
  TO_VARCHAR("REWRITE_UNTIL") AS "rewriteUntil",
  TO_VARCHAR("VERSION") AS "version",
  ${hasHistory ? '"HISTORY"' : 'NULL'} AS "history"
FROM ${cursors}
WHERE "ORG_ID" = ? AND "TABLE_NAME" = ?`,
  /**
   * Binds: the workspace, the name of the table, the position, the position up to which equal rows are overwritten, the
   * version, the history.
   */
  write: mergeCursor(
    '"POSITION" = s."POSITION", "REWRITE_UNTIL" = s."REWRITE_UNTIL", "VERSION" = s."VERSION", "HISTORY" = s."HISTORY"',
  ),
  /** The same binds, with `from` twice. For an existing cursor, changes only position and history. */
  move: mergeCursor(`"POSITION" = GREATEST(t."POSITION", s."POSITION"), "HISTORY" = ${movedHistory}`, {
    matched: 't."POSITION" >= TO_NUMBER(?, 38, 0)',
    notMatched: 'TO_NUMBER(?, 38, 0) = 0',
  }),
  /** Binds: the name of the table. */
  forget: `DELETE FROM ${cursors} WHERE "TABLE_NAME" = ?`,
  /** Binds: the workspace, the name of the table. */
  remove: `DELETE FROM ${cursors} WHERE "ORG_ID" = ? AND "TABLE_NAME" = ?`,
  findRow: `SELECT 1 AS "found" FROM ${cursors} LIMIT 1`,
  drop: `DROP TABLE IF EXISTS ${cursors}`,
}

/** The files of a workspace in its user's stage. */
export const stageStatements = {
  put: (file: string, folder: string) =>
    `PUT ${literal(`file://${file}`)} ${literal(folder)} SOURCE_COMPRESSION = GZIP AUTO_COMPRESS = FALSE OVERWRITE = TRUE`,
  copy: (folder: string) => `COPY INTO ${staged}
FROM ${literal(folder)}
FILE_FORMAT = (${fileFormat})
ON_ERROR = ABORT_STATEMENT
FORCE = TRUE`,
  remove: (folder: string) => `REMOVE ${literal(folder)}`,
}

function mergeCursor(update: string, only?: { matched: string; notMatched: string }): string {
  const and = (condition: string | undefined) => (condition === undefined ? '' : ` AND ${condition}`)
  return `MERGE INTO ${cursors} AS t
USING (
  SELECT
    ? AS "ORG_ID",
    ? AS "TABLE_NAME",
    TO_NUMBER(?, 38, 0) AS "POSITION",
    TO_NUMBER(?, 38, 0) AS "REWRITE_UNTIL",
    TO_NUMBER(?, 38, 0) AS "VERSION",
    NULLIF(?, '') AS "HISTORY"
) AS s
ON t."ORG_ID" = s."ORG_ID" AND t."TABLE_NAME" = s."TABLE_NAME"
WHEN MATCHED${and(only?.matched)} THEN UPDATE SET ${update}
WHEN NOT MATCHED${and(only?.notMatched)} THEN INSERT ("ORG_ID", "TABLE_NAME", "POSITION", "REWRITE_UNTIL", "VERSION", "HISTORY")
VALUES (s."ORG_ID", s."TABLE_NAME", s."POSITION", s."REWRITE_UNTIL", s."VERSION", s."HISTORY")`
}

function definitionOf({ name, type }: WarehouseColumn, table: WarehouseTable): string {
  return `${quote(name)} ${types[type]}${name === 'org_id' || name === table.key ? ' NOT NULL' : ''}`
}

function saying(comment: string): string {
  return `COMMENT ${literal(comment)}`
}

function textsOf(json: string): string {
  return `SELECT VALUE::VARCHAR FROM TABLE(FLATTEN(INPUT => PARSE_JSON(${json})))`
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
