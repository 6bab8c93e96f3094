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
  instant: (value) => cells.integer(`epoch_ms(${value})`),
  texts: (value) => {
    const joined = `array_to_string(${value}, chr(${canonicalRow.joinsTexts}))`
    return `coalesce(len(${value}) || ':' || length(${joined}) || ':' || ${joined}, '${canonicalRow.nothing}')`
  },
  json: (value) => cells.text(`nullif(${value}::varchar, 'null')`),
}
