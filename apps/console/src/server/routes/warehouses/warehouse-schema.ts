import type { StoredWarehouse } from '@signalpost/database/warehouses'
import { describeState, type WarehouseState } from '@signalpost/sync'
import { z } from 'zod'

const moment = z.iso.datetime().nullable()

export const warehouseSchema = z.object({
  warehouseId: z.string(),
  name: z.string(),
  kind: z.string(),
  state: z.enum(['idle', 'syncing', 'degraded', 'paused']),
  sentence: z.string().meta({ description: 'Whether what analysts see is complete.' }),
  lagRows: z.number(),
  lagSeconds: z.number(),
  lastSyncAt: moment,
  nextSyncAt: moment.meta({ description: 'When the next sync is due; null while it is paused.' }),
  rejectedRows: z.number(),
  differingRows: z
    .number()
    .nullable()
    .meta({ description: 'In the last comparison; null before the first.' }),
  verifiedAt: moment,
  location: z.string(),
  intervalSeconds: z.number(),
  excludesPersonal: z.boolean(),
  hashesPersonal: z.boolean(),
  chosenTables: z.array(z.string()).nullable().meta({ description: 'Its tables; null for all.' }),
  hasLedger: z.boolean().meta({ description: 'Whether it has the events of the ledger too.' }),
  hasMailAddresses: z.boolean().meta({ description: 'Whether it shows the mail addresses of people.' }),
  createdAt: z.iso.datetime(),
})

export function describeWarehouse(
  warehouse: StoredWarehouse,
  state: WarehouseState,
  nowMs: number,
): z.infer<typeof warehouseSchema> {
  const { warehouseId, name, kind, location, intervalMs, createdAt } = warehouse
  const { excludesPersonal, hashesPersonal, tables, hasLedger, hasMailAddresses } = warehouse
  const { lagRows, lagSeconds, rejectedRows, differingRows, lastSyncAt, verifiedAt, dueAt } = state
  return {
    ...{ warehouseId, name, kind, location, excludesPersonal, hashesPersonal },
    chosenTables: tables && [...tables],
    ...{ hasLedger, hasMailAddresses },
    state: state.state,
    sentence: describeState(state, nowMs),
    ...{ lagRows, lagSeconds, rejectedRows, differingRows },
    lastSyncAt: lastSyncAt?.toISOString() ?? null,
    nextSyncAt: state.state === 'paused' ? null : dueAt.toISOString(),
    verifiedAt: verifiedAt?.toISOString() ?? null,
    intervalSeconds: intervalMs / 1_000,
    createdAt: createdAt.toISOString(),
  }
}
