import { canonicalRow, type WarehouseColumnType, type WarehouseTable } from '@signalpost/domain'
import { quote } from '../quote.ts'

const { nothing, joinsTexts, fractionScale, largeFloat, large } = canonicalRow

/** Returns the canonical text of a row as an expression of DuckDB. */
export function canonicalRowOf({ columns }: WarehouseTable): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => cellOf[type](quote(name)))
  return `concat(_version, ';', case when _deleted then '1' else '0' end, ${cells.join(', ')})`
}

type Cell = (value: string) => string

const ended: Cell = (value) => `coalesce(${value} || ';', '${nothing}')`

const text: Cell = (value) => `coalesce(length(${value}) || ':' || ${value}, '${nothing}')`

const cellOf: Readonly<Record<WarehouseColumnType, Cell>> = {
  text,
  enum: text,
  integer: ended,
  float: (value) => {
    const size = `abs(${value})`
    const scaled = `((${size} - floor(${size})) * ${fractionScale}::double)`
    const rest = `((${scaled} - floor(${scaled})) * ${fractionScale}::double)`
    const digits = [size, scaled, rest].map((part) => `floor(${part})::bigint`).join(` || '.' || `)
    return `case when ${value} is null then '${nothing}' else
      case when ${value} < 0 then '-' else '' end ||
      case when ${size} >= ${largeFloat}::double then '${large}' else ${digits} || ';' end end`
  },
  boolean: (value) => `case ${value} when true then '1' when false then '0' else '${nothing}' end`,
  instant: (value) => ended(`epoch_ms(${value})`),
  texts: (value) => {
    const joined = `array_to_string(${value}, chr(${joinsTexts}))`
    return `coalesce(len(${value}) || ':' || length(${joined}) || ':' || ${joined}, '${nothing}')`
  },
  json: (value) => text(`nullif(${value}::varchar, 'null')`),
}
