type AnswerCell = string | number | boolean | null

/** The rows that a question has as its answer. */
export type Answer = { columns: string[]; rows: AnswerCell[][] }

/** Puts rows of a driver into an answer. Without a row, no column is known. */
export function answerOf(found: readonly Readonly<Record<string, unknown>>[]): Answer {
  const columns = Object.keys(found[0] ?? {})
  return { columns, rows: found.map((row) => columns.map((column) => cellOf(row[column]))) }
}

function cellOf(value: unknown): AnswerCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  // DuckDB has a date as its midnight.
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '')
  // A decimal or another type of a driver, which writes itself.
  return typeof value === 'string' ? value : JSON.stringify(value)
}
