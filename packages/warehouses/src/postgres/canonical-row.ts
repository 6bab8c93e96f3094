import { canonicalRowInPostgres, type WarehouseTable } from '@signalpost/domain'
import { quote } from './quote.ts'

/** Returns the canonical text of a row. */
export function canonicalRowOf(table: WarehouseTable): string {
  return canonicalRowInPostgres(table, {
    version: '_version',
    isDeleted: '_deleted',
    valueOf: ({ name }) => quote(name),
  })
}
