import {
  canonicalRow,
  standardCells,
  type WarehouseColumnType,
  type WarehouseTable,
} from '@signalpost/domain'
import { quote } from '../quote.ts'

const cells = standardCells('double')

/** Returns the canonical text of a row as an expression of DuckDB. */
export function canonicalRowOf({ columns }: WarehouseTable): string {
  const written = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => cellOf[type](quote(name)))
  return `concat(_version, ';', case when _deleted then '1' else '0' end, ${written.join(', ')})`
}

const cellOf: Readonly<Record<WarehouseColumnType, (value: string) => string>> = {
  ...cells,
  instant: (value) => cells.integer(`epoch_us(${value})`),
  texts: (value) => {
    const { nothing } = canonicalRow
    const texts = `list_transform(${value}, lambda one: coalesce(length(one) || ':' || one, '${nothing}'))`
    return `coalesce(len(${value}) || ':' || array_to_string(${texts}, ''), '${nothing}')`
  },
  json: (value) => cells.text(`nullif(${value}::varchar, 'null')`),
}
