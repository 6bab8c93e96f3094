import * as changes from '../../changes/index.ts'
import * as warehouses from '../../warehouses/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { ours, theirs, warehouseOf } from '../same-records.ts'

export const warehousesCases: DoorCases = {
  door: warehouses,
  queriesOf: ({ database, secretBox, idsOf }) => {
    const theirWarehouse = () => ({ warehouseId: idsOf(theirs).warehouseId, orgId: ours })
    return {
      createWarehouse: () =>
        warehouses
          .createWarehouse(database, secretBox, { ...warehouseOf(ours), location: '/elsewhere' })
          .then(({ orgId }) => orgId),
      listWarehouses: () => warehouses.listWarehouses(database, ours),
      getWarehouse: async ({ warehouseId }) => [
        await warehouses.getWarehouse(database, { warehouseId, orgId: ours }),
        await refusal(warehouses.getWarehouse(database, theirWarehouse())),
      ],
      openPersonalKey: async ({ warehouseId }) => [
        await warehouses.openPersonalKey(database, secretBox, { warehouseId, orgId: ours }),
        await refusal(warehouses.openPersonalKey(database, secretBox, theirWarehouse())),
      ],
      openWarehouseSecrets: async ({ warehouseId }) => [
        await warehouses.openWarehouseSecrets(database, secretBox, { warehouseId, orgId: ours }),
        await refusal(warehouses.openWarehouseSecrets(database, secretBox, theirWarehouse())),
      ],
      setWarehousePaused: async ({ warehouseId }) => [
        await warehouses.setWarehousePaused(database, { warehouseId, orgId: ours, isPaused: true }),
        await refusal(warehouses.setWarehousePaused(database, { ...theirWarehouse(), isPaused: true })),
      ],
      hastenWarehouse: async ({ warehouseId }) => [
        await warehouses.hastenWarehouse(database, { warehouseId, orgId: ours }),
        await warehouses.hastenWarehouse(database, theirWarehouse()),
      ],
      readWarehouseHealth: () => warehouses.readWarehouseHealth(database, { orgId: ours }),
      listRejects: ({ warehouseId }) =>
        warehouses.listRejects(database, { orgId: ours, warehouseId }, { limit: 10 }),
      listRuns: ({ warehouseId }) =>
        warehouses.listRuns(database, { orgId: ours, warehouseId }, { limit: 10 }),
      findLastComparison: ({ warehouseId }) =>
        warehouses.findLastComparison(database, { orgId: ours, warehouseId }),
      readHours: async ({ warehouseId }) => [
        await warehouses.readHours(database, { warehouseId, orgId: ours }),
        await warehouses.readHours(database, theirWarehouse()),
      ],
      readLags: async () => [...(await warehouses.readLags(database, ours))],
      leaseWarehouse: async ({ warehouseId }) => {
        const lease = { orgId: ours, leaseMs: 1, allowsPaused: true }
        return [
          await warehouses.leaseWarehouse(database, { warehouseId, ...lease }),
          await refusal(warehouses.leaseWarehouse(database, { ...theirWarehouse(), ...lease })),
        ]
      },
      rejectRow: async () => {
        const tables = ['signals']
        const positions = await changes.readPositions(database, { orgId: theirs, tables })
        const row = {
          ...{ table: 'signals', position: positions.get('signals') ?? 0n, reason: 'other' },
          ...{ attempts: 1, retryMs: 0 },
        }
        return warehouses.rejectRow(database, { ...theirWarehouse(), ...row })
      },
      deleteWarehouse: () => refusal(warehouses.deleteWarehouse(database, theirWarehouse())),
    }
  },
  others: {
    leaseDueWarehouse: 'each warehouse carries its workspace',
    renewWarehouseLease: 'by the lease of a warehouse',
    settleWarehouse: 'by the lease of a warehouse',
    recordVerification: 'by a leased warehouse',
    editWarehouse: 'by a warehouse that was read',
    lockWarehouse: 'by a warehouse that was read',
    beginEdition: 'by a leased warehouse',
    readCursorCopies: 'by a leased warehouse',
    copyCursor: 'by a leased warehouse',
    readSourceIdentity: 'the database itself',
    createMark: 'by a leased warehouse',
    hasMark: 'by a cursor of a leased warehouse',
    pruneMarks: 'by a leased warehouse',
    recordRewrite: 'by a leased warehouse',
    readComparedIn: 'by a leased warehouse',
    recordComparedIn: 'by a leased warehouse',
    deleteRejects: 'by a leased warehouse',
    hasDueRejects: 'by a leased warehouse',
    listDueRejects: 'by a leased warehouse',
    postponeRejects: 'by a leased warehouse',
    countRejects: 'by a leased warehouse',
    findRejects: 'by a leased warehouse',
    recordRun: 'by a leased warehouse',
    recordHour: 'by a warehouse that was measured',
    recordLags: 'by a warehouse that was measured',
  },
}
