import {
  canonicalRow,
  type WarehouseColumnType,
  type WarehouseLosses,
  type WarehouseTable,
} from '@signalpost/domain'
import { jsonbText } from './jsonb-text.ts'

/**
 * A row as tests write it: `integer` is a bigint or a number, `instant` a text with milliseconds and `Z`, `texts` a
 * list, `json` any JSON value; an absent value is null. The values include the key.
 */
export type CanonicalInput = {
  version: bigint
  isDeleted: boolean
  values: Readonly<Record<string, unknown>>
}

/** Returns the canonical text of a row, computed without any engine. */
export function canonicalRowOf(
  { columns }: WarehouseTable,
  { version, isDeleted, values }: CanonicalInput,
  losses: WarehouseLosses = {},
): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => cellOf(type, replaceLost(type, values[name] ?? null, losses), losses))
  return `${version};${isDeleted ? 1 : 0}${cells.join('')}`
}

function replaceLost(type: WarehouseColumnType, value: unknown, losses: WarehouseLosses): unknown {
  if (type === 'texts' && value === null && losses.nullTexts === 'empty') return []
  if (type !== 'instant' || value === null || losses.instants === undefined) return value
  const { from, before } = losses.instants
  return plain(value) >= from && (before === undefined || plain(value) < before) ? value : null
}

function cellOf(type: WarehouseColumnType, value: unknown, losses: WarehouseLosses): string {
  if (value === null) return canonicalRow.nothing
  switch (type) {
    case 'integer':
      return `${plain(value)};`
    case 'float':
      return floatOf(Number(value))
    case 'boolean':
      return value === true ? '1' : '0'
    case 'instant':
      return `${BigInt(Date.parse(plain(value))) * 1_000n};`
    case 'texts': {
      const texts = Array.isArray(value) ? value.map(plain) : []
      return `${texts.length}:${texts.map(measured).join('')}`
    }
    case 'json':
      return measured(losses.json === 'respelled' ? wordsOf(jsonbText(value)) : jsonbText(value))
    default:
      return measured(plain(value))
  }
}

function measured(text: string): string {
  return `${Array.from(text).length}:${text}`
}

function floatOf(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? '-' : ''
  if (size >= Number(canonicalRow.largeFloat)) return `${sign}${canonicalRow.large}`
  const whole = Math.floor(size)
  const scaled = (size - whole) * canonicalRow.fractionScale
  const first = Math.floor(scaled)
  const second = Math.floor((scaled - first) * canonicalRow.fractionScale)
  return `${sign}${BigInt(whole)}.${first}.${second};`
}

function wordsOf(text: string): string {
  const words = text.match(/[^{}[\],:"\\ ]+/g) ?? []
  return words.toSorted(byBytes).join(' ')
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString()
  throw new Error(`a value that is neither number nor text: ${JSON.stringify(value)}`)
}
