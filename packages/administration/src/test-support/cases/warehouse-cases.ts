import { tmpdir } from 'node:os'
import { createId } from '@signalpost/database'
import { createWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { warehouseKinds } from '@signalpost/warehouses'
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
  'warehouse.run_recipe': {
    prepare: async (services, orgId) => {
      const { settings, secrets } = warehouseOf(services.url, orgId)
      await prepareTables({ orgId, settings, secrets })
      return { ...(await addWarehouse(services, orgId)), name: 'signals-by-week-and-source' }
    },
    refused: { warehouseId: 'whs_missing', name: 'signals-by-week-and-source' },
  },
  'warehouse.drop': {
    prepare: async (services, orgId) => ({
      ...(await addWarehouse(services, orgId)),
      ...{ name: 'Lake', withTables: true },
    }),
    refused: { warehouseId: 'whs_missing', name: 'Lake' },
  },
}

/** Creates the tables that a first sync would. */
async function prepareTables(place: {
  orgId: string
  settings: { schema: string }
  secrets: { url: string }
}): Promise<void> {
  const postgres = warehouseKinds.find(({ kind }) => kind === 'postgres')
  const target = await postgres?.open({ ...place, scratch: tmpdir(), libraries: tmpdir(), bounds: undefined })
  for (const table of warehouseTables) await target?.prepare(table)
  await target?.close()
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
