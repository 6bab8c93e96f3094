import { createId } from '@signalpost/database'
import { createWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import type { ActCase, StoreServices } from '../act-case.ts'
import { canary } from '../canary.ts'

/** The cases of operations on warehouses that need more than a warehouse and their example. */
export const warehouseCases: Record<string, ActCase<StoreServices>> = {
  'warehouse.resume': {
    prepare: async (services, orgId) => {
      const { warehouseId } = await addWarehouse(services, orgId)
      await setWarehousePaused(services.database, { warehouseId, isPaused: true })
      return { warehouseId }
    },
    refused: { warehouseId: 'whs_missing' },
  },
  'warehouse.create': {
    prepare: async ({ url }, orgId) => ({
      ...newWarehouse(url, orgId),
      // No two warehouses write to one schema.
      settings: { schema: `lake${createId('whs_').slice(4)}` },
    }),
    refused: { ...newWarehouse('postgres://127.0.0.1:1/db', 'org_x'), kind: 'carrier-pigeon' },
  },
  'warehouse.edit': {
    prepare: async (services, orgId) => {
      const { warehouseId } = await addWarehouse(services, orgId)
      const secrets = { url: `${warehouseOf(services.url, orgId).secrets.url}&sslmode=disable` }
      const settings = { schema: `lake${createId('whs_').slice(4)}` }
      return { warehouseId, orgId, name: 'Renamed', settings, secrets, oldTables: 'keep' }
    },
    refused: { warehouseId: 'whs_missing', name: 'Renamed' },
  },
  'warehouse.drop': {
    prepare: async (services, orgId) => ({
      ...(await addWarehouse(services, orgId)),
      ...{ name: 'Lake', withTables: true },
    }),
    refused: { warehouseId: 'whs_missing', name: 'Lake' },
  },
}

function newWarehouse(url: string, orgId: string) {
  const { intervalMs: _usual, ...warehouse } = warehouseOf(url, orgId)
  return warehouse
}

/** The canary is in its URL, which is a secret. */
function warehouseOf(url: string, orgId: string) {
  const secrets = { url: `${url}${url.includes('?') ? '&' : '?'}application_name=${canary}` }
  return { orgId, kind: 'postgres', name: 'Lake', settings: { schema: orgId }, secrets, intervalMs: 20_000 }
}

export async function addWarehouse(
  { database, secretBox, url }: StoreServices,
  orgId: string,
  location = createId('loc_'),
): Promise<{ warehouseId: string }> {
  const place = { location, excludesPersonal: false, hasBounds: false }
  const { warehouseId } = await createWarehouse(database, secretBox, { ...warehouseOf(url, orgId), ...place })
  return { warehouseId }
}
