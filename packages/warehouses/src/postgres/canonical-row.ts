import { canonicalRowInPostgres, type WarehouseTable } from '@signalpost/domain'
import { quote } from './quote.ts'

/** The canonical text of a row of the table. */
export function canonicalRowOf(table: WarehouseTable): string {
  return canonicalRowInPostgres(table, {
    version: '_version',
    isDeleted: '_deleted',
    valueOf: ({ name }) => quote(name),
  })
}
