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
}

/** The canary is in its URL, which is a secret. */
export function warehouseOf(url: string, orgId: string) {
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
