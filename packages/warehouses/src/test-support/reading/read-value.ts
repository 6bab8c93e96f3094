import type { WarehouseColumnType } from '@signalpost/domain'

/**
 * Converts a value from an engine's client to the form in `SampleRow`: numbers may come as numbers, bigints or texts,
 * instants as dates or texts, lists and JSON parsed or as text.
 */
export function readValue(type: WarehouseColumnType, raw: unknown): unknown {
  if (raw === null || raw === undefined) return null
  switch (type) {
    case 'integer':
      return BigInt(textOf(raw))
    case 'float':
      return Number(raw)
    case 'boolean':
      return typeof raw === 'boolean' ? raw : Number(raw) === 1
    case 'instant':
      return readInstant(raw)
    case 'texts':
    case 'json':
      return typeof raw === 'string' ? JSON.parse(raw) : raw
    default:
      return textOf(raw)
  }
}

/** A text without a zone is in UTC. */
export function readInstant(raw: unknown): string {
  if (raw instanceof Date) return raw.toISOString()
  const text = textOf(raw).replace(' ', 'T')
  return new Date(
    /(Z|[+-]\d\d(:?\d\d)?)$/.test(text) ? text.replace(/([+-]\d\d)$/, '$1:00') : `${text}Z`,
  ).toISOString()
}

function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number' || typeof raw === 'bigint') return raw.toString()
  throw new Error(`a value that is neither number nor text: ${JSON.stringify(raw)}`)
}
