import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { WarehouseColumn, WarehouseColumnType, WarehouseTable } from '@signalpost/domain'
import { jsonbText } from '@signalpost/testing'

/**
 * A row as tests write it. By column type: `integer` is a bigint, `instant` a text with milliseconds and `Z`, `texts` a
 * list, `json` any JSON value; an absent value is null. A deleted row has only its key.
 */
export type SampleRow = {
  key: string
  version: bigint
  isDeleted?: boolean
  values?: Readonly<Record<string, unknown>>
}

/** Writes rows as a batch's file, in the form that `Batch` describes. */
export async function writeBatchFile(
  file: string,
  { table, orgId, rows }: { table: WarehouseTable; orgId: string; rows: Iterable<SampleRow> },
): Promise<void> {
  const stream = createWriteStream(file)
  for (const row of rows) {
    if (!stream.write(`${lineOf(row, table, orgId)}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

function lineOf(row: SampleRow, table: WarehouseTable, orgId: string): string {
  const { key, version, isDeleted = false, values = {} } = row
  const known: Readonly<Record<string, unknown>> = {
    ...(isDeleted ? {} : values),
    org_id: orgId,
    [table.key]: key,
  }
  const cells = table.columns.map((column) => cellOf(column, known[column.name] ?? null))
  return [...cells, String(version), String(isDeleted)].join(',')
}

function cellOf({ type }: WarehouseColumn, value: unknown): string {
  return value === null ? '\\N' : quoteWhereNeeded(textOf(type, value))
}

function textOf(type: WarehouseColumnType, value: unknown): string {
  return type === 'texts' || type === 'json' ? jsonbText(value) : String(value)
}

/** Like PostgreSQL. */
function quoteWhereNeeded(text: string): string {
  const isPlain = text !== '' && text !== '\\N' && text !== '\\.' && !/[",\r\n]/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
