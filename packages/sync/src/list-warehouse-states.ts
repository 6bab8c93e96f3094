import type { Database } from '@signalpost/database'
import { measureLag } from '@signalpost/database/changes'
import { readWarehouseHealth, type WarehouseHealth } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { degradedReason } from './degraded-reason.ts'
import { describeRewrite } from './history/describe-rewrite.ts'

export type WarehouseState = Omit<WarehouseHealth, 'cursors' | 'isPaused' | 'isLeased' | 'rewrite'> & {
  state: 'idle' | 'syncing' | 'degraded' | 'paused'
  /** Why it is degraded, or would be if it were not paused; else that it was rewritten; null where it is neither. */
  reason: string | null
  /** Records that changed and are not in the warehouse as they are now. */
  lagRows: number
  /** How long the oldest of them has waited. */
  lagSeconds: number
}

/** Returns the states of warehouses, oldest first: all of the installation, those of a workspace, or one. */
export async function listWarehouseStates(
  database: Database,
  which: { orgId?: string | undefined; warehouseId?: string | undefined } = {},
): Promise<WarehouseState[]> {
  const states: WarehouseState[] = []
  for (const { cursors, isPaused, isLeased, rewrite, ...health } of await readWarehouseHealth(
    database,
    which,
  )) {
    const positions = Object.fromEntries(
      warehouseTables.map(({ name }) => [name, cursors.get(name)?.position ?? 0n]),
    )
    const { rows, ageMs } = await measureLag(database, { orgId: health.orgId, cursors: positions })
    const degraded = degradedReason(health)
    const state = stateOf({ isPaused, isLeased, isDegraded: degraded !== null })
    const reason = degraded ?? (rewrite && describeRewrite(rewrite))
    states.push({ ...health, state, reason, lagRows: rows, lagSeconds: Math.round(ageMs / 1000) })
  }
  return states
}

function stateOf({
  isPaused,
  isDegraded,
  isLeased,
}: Pick<WarehouseHealth, 'isPaused' | 'isLeased'> & { isDegraded: boolean }): WarehouseState['state'] {
  if (isPaused) return 'paused'
  if (isDegraded) return 'degraded'
  return isLeased ? 'syncing' : 'idle'
}
