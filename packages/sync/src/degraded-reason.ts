import type { WarehouseHealth } from '@signalpost/database/warehouses'

/** Why a warehouse is degraded: its last sync failed, or it refuses too many rows. Null where neither is so. */
export function degradedReason({
  failingSince,
  lastError,
  refused,
}: Pick<WarehouseHealth, 'failingSince' | 'lastError' | 'refused'>): string | null {
  if (failingSince !== null) return lastError ?? 'The last sync failed.'
  const tables = refused.filter(({ areTooMany }) => areTooMany)
  if (tables.length === 0) return null
  const parts = tables.map(
    ({ table, rows, firstReason }) => `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} (${firstReason})`,
  )
  return `The warehouse refuses ${parts.join(', ')}.`
}
