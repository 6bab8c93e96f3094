import type { Migration } from 'kysely/migration'
import * as access from './0001-access.ts'
import * as ledger from './0002-ledger.ts'
import * as records from './0003-records.ts'

/** In the order in which they run. Once released a migration never changes. */
export const migrations: Record<string, Migration> = {
  '0001-access': access,
  '0002-ledger': ledger,
  '0003-records': records,
}
