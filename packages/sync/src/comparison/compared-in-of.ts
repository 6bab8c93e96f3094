import type { SourceIdentity } from '@signalpost/database/warehouses'

/**
 * A database and the run of its server: a restore of files or a standby begins another run, a dump another database.
 */
export function comparedInOf({ store, startedAt }: SourceIdentity): string {
  return `${store} since ${startedAt}`
}
