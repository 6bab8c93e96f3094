import type { StoredWarehouse } from '@signalpost/database/warehouses'
import { describeState, type WarehouseState } from '@signalpost/sync'
import { z } from 'zod'
import { textOf } from '../text-of.ts'

const moment = z.iso.datetime().nullable()

/** What is stored of a warehouse, without its secrets. */
const stored = {
  warehouseId: z.string(),
  orgId: z.string(),
  kind: z.string(),
  name: z.string(),
  settings: z.record(z.string(), z.unknown()),
  location: z.string(),
  intervalMs: z.number(),
  excludesPersonal: z.boolean(),
  hashesPersonal: z.boolean(),
  hasLedger: z.boolean().meta({ description: 'Whether it has the events of the ledger too.' }),
  hasMailAddresses: z.boolean().meta({ description: 'Whether it shows the mail addresses of people.' }),
  hasBounds: z.boolean().meta({ description: 'Whether it reaches only what the operator allows.' }),
  isPaused: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSyncAt: moment,
  failingSince: moment,
  lastError: z.string().nullable(),
}

/** A warehouse as an act left it. */
export const warehouseDocument = {
  description: 'The warehouse.',
  schema: z.object({
    ...stored,
    tables: z.array(z.string()).nullable().meta({ description: 'Its tables; null for all.' }),
  }),
  of: ({ tables, createdAt, lastSyncAt, failingSince, ...warehouse }: StoredWarehouse) => ({
    ...{ ...warehouse, tables: tables && [...tables], createdAt: createdAt.toISOString() },
    ...{ lastSyncAt: textOf(lastSyncAt), failingSince: textOf(failingSince) },
  }),
}

/** A warehouse with its state. */
export type WatchedWarehouse = { warehouse: StoredWarehouse; state: WarehouseState; nowMs: number }

export const watchedDocument = {
  description: 'The warehouse, without its secrets.',
  schema: z.object({
    ...stored,
    state: z.enum(['idle', 'syncing', 'degraded', 'paused']),
    reason: z.string().nullable().meta({ description: 'Why it is degraded, or was rewritten.' }),
    sentence: z.string().meta({ description: 'Whether what analysts see is complete.' }),
    lagRows: z.number(),
    lagSeconds: z.number(),
    dueAt: z.iso.datetime(),
    nextSyncAt: moment.meta({ description: 'When the next sync is due; null while it is paused.' }),
    rejectedRows: z.number(),
    refused: z
      .array(
        z.object({
          ...{ table: z.string(), rows: z.number(), areTooMany: z.boolean() },
          firstReason: z.string().meta({ description: 'Why it refuses the first of them.' }),
        }),
      )
      .meta({ description: 'The rows that it refuses, by table.' }),
    differingRows: z
      .number()
      .nullable()
      .meta({ description: 'In the last comparison; null before the first.' }),
    verifiedAt: moment,
    intervalSeconds: z.number(),
    chosenTables: z.array(z.string()).nullable().meta({ description: 'Its tables; null for all.' }),
    tables: z.array(
      z.object({
        table: z.string(),
        position: z.number().meta({ description: 'The last change that the warehouse has.' }),
        rowsBehind: z.number(),
        rowsTotal: z
          .number()
          .nullable()
          .meta({ description: 'About; null where the table is not far behind.' }),
        rowsPerSecond: z.number(),
      }),
    ),
  }),
  of: ({ warehouse, state, nowMs }: WatchedWarehouse) => {
    const { tables, ...rest } = warehouseDocument.of(warehouse)
    const { verifiedAt, dueAt, lastSyncAt, failingSince, refused, ...found } = state
    return {
      ...{ ...rest, ...found, refused: [...refused], chosenTables: tables },
      ...{ lastSyncAt: textOf(lastSyncAt), failingSince: textOf(failingSince) },
      ...{ verifiedAt: textOf(verifiedAt), dueAt: dueAt.toISOString() },
      sentence: describeState(state, nowMs),
      nextSyncAt: state.state === 'paused' ? null : dueAt.toISOString(),
      intervalSeconds: warehouse.intervalMs / 1_000,
    }
  },
}
