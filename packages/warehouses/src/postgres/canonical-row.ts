import { canonicalRowInPostgres, printedRowHash, type WarehouseTable } from '@signalpost/domain'
import { quote } from '../quote.ts'

/** Returns the canonical text of a row. */
export function canonicalRowOf(table: WarehouseTable): string {
  return canonicalRowInPostgres(table, {
    version: '_version',
    isDeleted: '_deleted',
    valueOf: ({ name }) => quote(name),
  })
}

/** Returns the hash of a row as the file of a batch has it. */
export function printedHashOf(table: WarehouseTable): string {
  return printedRowHash(table, {
    version: '_version',
    isDeleted: '_deleted',
    valueOf: ({ name, type }) => (type === 'instant' ? printedInstant : String)(quote(name)),
  })
}

function printedInstant(value: string): string {
  // The pattern has no place for other years, for infinity, or for microseconds.
  const isUsual = `${value} >= '0001-01-01 00:00Z' and ${value} < '10000-01-01 00:00Z' and ${value} = date_trunc('milliseconds', ${value})`
  return `case when ${isUsual} then to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${value}::text end`
}
