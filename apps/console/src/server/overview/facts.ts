import type { SeenProcess } from '@signalpost/database'
import type { Source } from '@signalpost/database/access'
import type { AlertCount, LedgerCount, Trouble } from '@signalpost/database/overview'
import type { StoredChannel } from '@signalpost/database/rules'
import type { WarehouseState } from '@signalpost/sync'

export const periodsMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000 } as const
type Period = keyof typeof periodsMs

/** What is known of a workspace, from which its findings follow. */
export type Facts = {
  orgId: string
  nowMs: number
  ledger: Record<Period, LedgerCount>
  alerts: Record<Period, AlertCount>
  trouble: Trouble
  sources: readonly Source[]
  channels: readonly StoredChannel[]
  warehouses: readonly WarehouseState[]
  processes: readonly SeenProcess[]
}
