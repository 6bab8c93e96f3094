import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { deleteDemoRecords, hasDemo, listDemoRecords, removeDemoRows } from '@signalpost/database/demo'
import { deleteWarehouse, listWarehouses, type StoredWarehouse } from '@signalpost/database/warehouses'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { dropWarehouseWithTables } from '@signalpost/sync'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineDocument, defineOperation } from '../define-operation.ts'
import type { PatientWarehouseServices } from '../warehouse/warehouse-services.ts'

/** The ids of the demo's events begin with it. */
export const demoEventPrefix = 'evt_demo_2_'

/** The file of the demo's warehouse. */
export const demoWarehouseFile = 'demo.duckdb'

const input = z.strictObject({ orgId: orgIdSchema })

export const getDemoRead = defineDocument({
  name: 'demo.get',
  summary: 'See whether a workspace has the data of the demo.',
  demands: 'viewer',
  input,
  http: { method: 'get', path: '/demo', errors: [] },
  read: async ({ services: { database }, input: { orgId } }) => ({
    isThere: await hasDemo(database, { orgId }),
  }),
  output: {
    description: 'Whether it has.',
    schema: z.object({ isThere: z.boolean() }),
    of: (demo) => demo,
  },
})

/**
 * Takes away what the demo brought into a workspace, and nothing else. If that is interrupted, removing it again
 * completes it. Throws RejectedError `not_found` where there is no demo.
 */
export const removeDemoAct = defineOperation({
  name: 'demo.remove',
  summary: 'Take away all that the demo brought into a workspace, and nothing else.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'post', path: '/demo/remove', errors: ['not_found', 'login_required'] },
    ...{ timeoutMs: 60_000, takesLong: true },
  },
  around: async (
    { services, input: { orgId } }: ActCall<z.output<typeof input>, PatientWarehouseServices>,
    commit,
  ) => {
    const { database, nowMs } = services
    if (!(await hasDemo(database, { orgId }))) {
      throw new RejectedError('not_found', 'There is no demo data in this workspace.')
    }
    const brought = new Set((await listDemoRecords(database, { orgId })).map(({ id }) => id))
    const records = await deleteDemoRecords(database, { orgId, nowMs: nowMs() })
    const warehouses = await listWarehouses(database, orgId)
    for (const warehouse of warehouses) {
      if (brought.has(warehouse.warehouseId)) await removeWarehouse(services, warehouse)
    }
    return commit(async (transaction) => {
      const { deliveries } = await removeDemoRows(transaction, {
        ...{ orgId, eventPrefix: demoEventPrefix },
        nowMs: nowMs(),
      })
      const target = { type: 'workspace', id: orgId }
      const before = { records: brought.size, deliveries }
      return { result: { records, deliveries }, change: { orgId, target, before, after: null } }
    })
  },
  output: {
    description: 'How much there was.',
    schema: z.object({
      records: z.int().meta({ description: 'Signals, deals and listeners.' }),
      deliveries: z.int(),
    }),
    of: (removed) => removed,
  },
})

/** Removes a warehouse in a file, with the file, while no process works on it. */
async function removeWarehouse(
  services: PatientWarehouseServices,
  { warehouseId, orgId, settings }: StoredWarehouse,
): Promise<void> {
  const { onWait, waitMs } = services
  const forget = async (): Promise<void> => {
    await deleteWarehouse(services.database, { warehouseId, orgId })
    const { path } = settings
    // A person who edited the warehouse to write to another file keeps that file.
    if (typeof path !== 'string' || basename(path) !== demoWarehouseFile) return
    for (const file of [path, `${path}.wal`]) await rm(file, { force: true })
  }
  await dropWarehouseWithTables(services, { warehouseId, orgId }, { onWait, waitMs, forget })
}
