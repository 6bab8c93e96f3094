import { canonicalRow, type WarehouseColumnType, type WarehouseTable } from '@signalpost/domain'
import { quote } from './quote.ts'

const { nothing, fractionScale, largeFloat, large } = canonicalRow

/** Returns the canonical text of a row as an expression of ClickHouse. */
export function canonicalRowOf({ columns, key }: WarehouseTable): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => (name === key ? measured(quote(name)) : cellOf[type](quote(name))))
  return `concat(toString(_version), ';', toString(_deleted), ${cells.join(', ')})`
}

type Cell = (value: string) => string

const ended: Cell = (value) => `ifNull(concat(toString(${value}), ';'), '${nothing}')`

const measured: Cell = (value) => `concat(toString(lengthUTF8(${value})), ':', ${value})`

const text: Cell = (value) => `ifNull(${measured(`toNullable(toString(${value}))`)}, '${nothing}')`

const cellOf: Readonly<Record<WarehouseColumnType, Cell>> = {
  text,
  enum: text,
  integer: ended,
  float: (value) => {
    const size = `abs(${value})`
    const scaled = `((${size} - floor(${size})) * ${fractionScale})`
    const rest = `((${scaled} - floor(${scaled})) * ${fractionScale})`
    const digits = [size, scaled, rest].map((part) => `toString(toInt64(floor(${part})))`).join(`, '.', `)
    const sign = `if(${value} < 0, '-', '')`
    return `multiIf(isNull(${value}), '${nothing}', ${size} >= toFloat64(${largeFloat}), concat(${sign}, '${large}'), concat(${sign}, ${digits}, ';'))`
  },
  boolean: (value) => `multiIf(isNull(${value}), '${nothing}', ${value}, '1', '0')`,
  instant: (value) => ended(`toUnixTimestamp64Milli(${value}) * 1000`),
  texts: (value) => {
    const texts = `arrayMap(one -> ${measured('one')}, ${value})`
    return `concat(toString(length(${value})), ':', arrayStringConcat(${texts}))`
  },
  json: (value) => text(`nullIf(${value}, 'null')`),
}
