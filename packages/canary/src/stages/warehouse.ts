import { hastenWarehouse } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { glanceAtWarehouses, lookForRow, WarehouseError } from '@signalpost/sync'
import type { Stage } from '../stage.ts'

/** Makes the warehouse due, waits for its sync, and then looks for the row in the warehouse itself. */
export const warehouseStage: Stage = {
  stage: 'warehouse',
  pollMs: 500,
  isWatched: ({ warehouseId }) => warehouseId !== null,
  look: async (services, { canary: { orgId, warehouseId }, signalId: key, signal }) => {
    const table = warehouseTables.find(({ name }) => name === 'signals')
    if (warehouseId === null || table === undefined) return 'reached'
    const { database } = services
    const [state] = await glanceAtWarehouses(database, { warehouseId, orgId })
    if (state === undefined) return { fails: 'the warehouse is deleted' }
    if (state.state === 'paused') return { fails: 'the warehouse is paused' }
    if (state.state === 'degraded') return { waitsFor: `the warehouse is degraded: ${state.reason}` }
    if (state.tables.every((one) => one.table !== table.name)) {
      return { fails: `the warehouse does not have the table ${table.name}` }
    }
    if (state.tables.some((one) => one.table === table.name && one.rowsBehind > 0)) {
      // Each time: a sync that has begun, or ends before the change has its position, does not take the row.
      await hastenWarehouse(database, { warehouseId, orgId })
      return { waitsFor: 'no sync has taken the row' }
    }
    try {
      const isThere = await lookForRow(services, { warehouseId, orgId }, { table, key, signal })
      if (isThere === undefined) return { waitsFor: 'another process works on the warehouse' }
      return isThere ? 'reached' : { waitsFor: 'the warehouse does not have the row' }
    } catch (error) {
      if (error instanceof WarehouseError) return { waitsFor: `the warehouse fails: ${error.message}` }
      throw error
    }
  },
}
