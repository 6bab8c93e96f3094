/** What can make a warehouse degraded. */
type WarehouseTroubles = {
  failingSince: Date | null
  lastError: string | null
  refused: readonly { table: string; rows: number; firstReason: string; areTooMany: boolean }[]
}

/** Why a warehouse is degraded: its last sync failed, or it refuses too many rows. Null where neither is so. */
export function degradedReason({ failingSince, lastError, refused }: WarehouseTroubles): string | null {
  if (failingSince !== null) return lastError ?? 'The last sync failed.'
  const tables = refused.filter(({ areTooMany }) => areTooMany)
  if (tables.length === 0) return null
  const parts = tables.map(
    ({ table, rows, firstReason }) => `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} (${firstReason})`,
  )
  return `The warehouse refuses ${parts.join(', ')}.`
}
