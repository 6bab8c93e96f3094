import {
  canonicalRow,
  type WarehouseColumn,
  type WarehouseColumnType,
  type WarehouseLosses,
  type WarehouseTable,
} from '@signalpost/domain'
import { syncComments } from '../comments.ts'
import { replacementCondition } from '../replacement-condition.ts'
import { type Passage, syncColumns } from '../target.ts'
import { canonicalRowOf } from './canonical-row.ts'
import type { Field } from './dataset.ts'
import { quote } from './quote.ts'

/** BigQuery has no null lists and no year 0, and does not keep the text of JSON. */
export const losses = {
  nullTexts: 'empty',
  json: 'respelled',
  instants: { from: '0001' },
} as const satisfies WarehouseLosses

export const types: Readonly<Record<WarehouseColumnType, string>> = {
  text: 'STRING',
  enum: 'STRING',
  integer: 'INT64',
  float: 'FLOAT64',
  boolean: 'BOOL',
  instant: 'TIMESTAMP',
  texts: 'ARRAY<STRING>',
  json: 'JSON',
}

/** The table that stores cursors. */
export const cursorsName = '_signalpost_cursors'

const cursors = quote(cursorsName)

/** Returns the columns of a batch's file, and how to load each. */
export function fieldsOf(table: WarehouseTable): Field[] {
  return [
    ...table.columns.map(
      ({ name, type }): Field =>
        type === 'texts'
          ? { name, type: 'STRING', mode: 'REPEATED' }
          : { name, type: types[type], mode: 'NULLABLE' },
    ),
    { name: '_version', type: 'INT64', mode: 'NULLABLE' },
    { name: '_deleted', type: 'BOOL', mode: 'NULLABLE' },
  ]
}

/**
 * Returns the statements about one table. It has no partitions: a tombstone has only its key, so a merge that reads
 * some partitions only would not find its row.
 */
export function statementsFor(table: WarehouseTable) {
  const own = quote(table.name)
  const key = quote(table.key)
  const inFile = [...table.columns.map(({ name }) => quote(name)), '`_version`', '`_deleted`']
  const all = [...table.columns.map(({ name }) => name), ...syncColumns].map(quote)
  const merged = inFile.filter((column) => column !== '`org_id`' && column !== key)
  const replaces = (rewritesEqual: boolean) =>
    replacementCondition(table, {
      ...{ stored: 't', staged: 's', rewritesEqual },
      // Lists and JSON can be compared as texts only.
      comparableOf: (row, { name, type }) => {
        const value = `${row}.${quote(name)}`
        return type === 'texts' || type === 'json' ? `TO_JSON_STRING(${value})` : value
      },
    })
  const keyHash = `TO_HEX(MD5(${key}))`
  const hash = `TO_HEX(MD5(${canonicalRowOf(table)}))`
  return {
    createTable: `CREATE TABLE IF NOT EXISTS ${own} (
  ${[
    ...table.columns.map((column) => definitionOf(column, table)),
    `\`_version\` INT64 NOT NULL ${saying(syncComments._version)}`,
    `\`_deleted\` BOOL NOT NULL ${saying(syncComments._deleted)}`,
    `\`_synced_at\` TIMESTAMP NOT NULL ${saying(syncComments._synced_at)}`,
    `\`_batch_id\` STRING NOT NULL ${saying(syncComments._batch_id)}`,
  ].join(',\n  ')}
)
CLUSTER BY \`org_id\`, ${key}
${saying(table.comment)}`,
    addColumns: (missing: readonly WarehouseColumn[]) =>
      `ALTER TABLE ${own}
${missing.map((column) => `ADD COLUMN IF NOT EXISTS ${definitionOf(column, table)}`).join(',\n')}`,
    /** Expires by itself if no process commits it. */
    createStaged: (staged: string) => `CREATE TABLE IF NOT EXISTS ${quote(staged)} (
  ${[
    ...table.columns.map(({ name, type }) => `${quote(name)} ${types[type]}`),
    '`_version` INT64',
    '`_deleted` BOOL',
  ].join(',\n  ')}
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY))`,
    merge: ({ staged, orgId, syncedAt, batchId, rewritesEqual }: Merge) => `MERGE INTO ${own} AS t
USING (
  SELECT ${inFile.join(', ')}
  FROM ${quote(staged)}
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY \`org_id\`, ${key} ORDER BY \`_version\` DESC) = 1
) AS s
ON t.\`org_id\` = ${literal(orgId)} AND t.\`org_id\` = s.\`org_id\` AND t.${key} = s.${key}
WHEN MATCHED AND ${replaces(rewritesEqual)} THEN UPDATE SET
  ${[
    ...merged.map((column) => `${column} = s.${column}`),
    `\`_synced_at\` = TIMESTAMP ${literal(syncedAt)}`,
    `\`_batch_id\` = ${literal(batchId)}`,
  ].join(',\n  ')}
WHEN NOT MATCHED THEN INSERT (
  ${all.join(',\n  ')}
) VALUES (
  ${[...inFile.map((column) => `s.${column}`), `TIMESTAMP ${literal(syncedAt)}`, literal(batchId)].join(
    ',\n  ',
  )}
)`,
    /** Parameters: `org`. */
    checksum: (digits: 2 | 4) => `SELECT
  SUBSTR(${keyHash}, 1, ${digits}) AS \`prefix\`,
  CAST(COUNT(*) AS STRING) AS \`rows\`,
  CAST(SUM(CAST(CONCAT('0x', SUBSTR(${hash}, 1, ${canonicalRow.summedDigits})) AS INT64)) AS STRING) AS \`sum\`
FROM ${own}
WHERE \`org_id\` = @org
GROUP BY 1
ORDER BY 1`,
    /** Parameters: `org`, `prefixes`. */
    listHashes: `SELECT
  \`key\`,
  CAST(MAX(\`version\`) AS STRING) AS \`version\`,
  MIN(\`hash\`) AS \`hash\`,
  CAST(COUNT(*) AS STRING) AS \`copies\`
FROM (
  SELECT
    ${key} AS \`key\`,
    \`_version\` AS \`version\`,
    SUBSTR(${hash}, 1, ${canonicalRow.comparedDigits}) AS \`hash\`
  FROM ${own}
  WHERE \`org_id\` = @org
    AND (SUBSTR(${keyHash}, 1, 2) IN UNNEST(@prefixes) OR SUBSTR(${keyHash}, 1, 4) IN UNNEST(@prefixes))
)
GROUP BY \`key\``,
    /** Parameters: `org`, `keys`. */
    removeRows: `DELETE FROM ${own} WHERE \`org_id\` = @org AND ${key} IN UNNEST(@keys)`,
    /** Parameters: `org`. */
    removeWorkspace: `DELETE FROM ${own} WHERE \`org_id\` = @org`,
    findRow: `SELECT 1 AS \`found\` FROM ${own} LIMIT 1`,
    drop: dropTable(table.name),
  }
}

type Merge = { staged: string; orgId: string; syncedAt: string; batchId: string; rewritesEqual: boolean }

type CursorRow = {
  orgId: string
  table: string
  position: bigint
  rewriteUntil: bigint
  version: number
  history?: string | undefined
}

type Move = Passage & { orgId: string }

/** The statements about the table of cursors. */
export const cursorStatements = {
  create: `CREATE TABLE IF NOT EXISTS ${cursors} (
  \`org_id\` STRING NOT NULL,
  \`table_name\` STRING NOT NULL,
  \`position\` INT64 NOT NULL,
  \`rewrite_until\` INT64 NOT NULL,
  \`version\` INT64 NOT NULL,
  \`history\` STRING
)`,
  addHistory: `ALTER TABLE ${cursors}
ADD COLUMN IF NOT EXISTS \`history\` STRING`,
  /** Parameters: `org`, `table`. */
  read: ({ hasHistory }: { hasHistory: boolean }) => `SELECT
  CAST(\`position\` AS STRING) AS \`position\`,
  CAST(\`rewrite_until\` AS STRING) AS \`rewriteUntil\`,
  CAST(\`version\` AS STRING) AS \`version\`,
  ${hasHistory ? '`history`' : 'NULL AS `history`'}
FROM ${cursors}
WHERE \`org_id\` = @org AND \`table_name\` = @table`,
  write: (row: CursorRow) =>
    mergeCursor(
      row,
      '`position` = s.`position`, `rewrite_until` = s.`rewrite_until`, `version` = s.`version`, `history` = s.`history`',
    ),
  /** For an existing cursor, changes only position and history. */
  move: ({ orgId, table: { name, version }, from, to, history }: Move) =>
    mergeCursor(
      { orgId, table: name, position: to, rewriteUntil: 0n, version, history },
      '`position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END',
      { matched: `t.\`position\` >= ${from}`, notMatched: `${from} = 0` },
    ),
  /** Parameters: `table`. */
  forget: `DELETE FROM ${cursors} WHERE \`table_name\` = @table`,
  /** Parameters: `org`, `table`. */
  remove: `DELETE FROM ${cursors} WHERE \`org_id\` = @org AND \`table_name\` = @table`,
  findRow: `SELECT 1 AS \`found\` FROM ${cursors} LIMIT 1`,
  drop: dropTable(cursorsName),
}

/** Wraps statements so that they take effect together or not at all; BigQuery rolls back when one fails. */
export function inTransaction(statements: readonly string[]): string {
  return `${['BEGIN TRANSACTION', ...statements, 'COMMIT TRANSACTION'].join(';\n')};`
}

export function dropTable(name: string): string {
  return `DROP TABLE IF EXISTS ${quote(name)}`
}

function mergeCursor(
  { orgId, table, position, rewriteUntil, version, history }: CursorRow,
  update: string,
  only?: { matched: string; notMatched: string },
): string {
  const and = (condition: string | undefined) => (condition === undefined ? '' : ` AND ${condition}`)
  return `MERGE INTO ${cursors} AS t
USING (
  SELECT
    ${literal(orgId)} AS \`org_id\`,
    ${literal(table)} AS \`table_name\`,
    ${position} AS \`position\`,
    ${rewriteUntil} AS \`rewrite_until\`,
    ${version} AS \`version\`,
    CAST(${history === undefined ? 'NULL' : literal(history)} AS STRING) AS \`history\`
) AS s
ON t.\`org_id\` = s.\`org_id\` AND t.\`table_name\` = s.\`table_name\`
WHEN MATCHED${and(only?.matched)} THEN UPDATE SET ${update}
WHEN NOT MATCHED${and(only?.notMatched)} THEN INSERT (\`org_id\`, \`table_name\`, \`position\`, \`rewrite_until\`, \`version\`, \`history\`)
VALUES (s.\`org_id\`, s.\`table_name\`, s.\`position\`, s.\`rewrite_until\`, s.\`version\`, s.\`history\`)`
}

function definitionOf({ name, type, comment }: WarehouseColumn, table: WarehouseTable): string {
  const isKey = name === 'org_id' || name === table.key
  return `${quote(name)} ${types[type]}${isKey ? ' NOT NULL' : ''} ${saying(comment)}`
}

function saying(comment: string): string {
  return `OPTIONS (description = ${literal(comment)})`
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
