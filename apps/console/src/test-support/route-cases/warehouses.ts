import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWarehouseAct } from '@signalpost/administration/warehouse'
import type { RouteCases } from './route-case.ts'

export const warehouseRoutes: RouteCases = async ({ console, orgId }) => {
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-console-'))
  const add = async (name: string): Promise<string> => {
    const settings = { path: join(directory, `${name}.duckdb`) }
    const input = { orgId, kind: 'duckdb', name, settings, secrets: {}, intervalMs: 1_000 }
    return (await console.perform(createWarehouseAct, input)).warehouseId
  }
  const ofWarehouse = { params: { orgId, id: await add('Lake') } }
  // The default schema is called like the role, so its tables would hide those of the product.
  const place = { settings: { schema: 'analytics' }, secrets: { url: console.databaseUrl } }
  return {
    listWarehouses: { params: { orgId } },
    listWarehouseKinds: {},
    getWarehouse: ofWarehouse,
    listWarehouseRuns: ofWarehouse,
    listWarehouseRejects: ofWarehouse,
    listWarehouseRecipes: ofWarehouse,
    createWarehouse: { params: { orgId }, body: { name: 'Another', kind: 'postgres', ...place } },
    switchWarehouse: { ...ofWarehouse, body: { isPaused: false } },
    dropWarehouse: {
      params: { orgId, id: await add('Spare') },
      body: { name: 'Spare', withTables: false },
    },
    syncWarehouse: { ...ofWarehouse, body: {} },
    verifyWarehouse: { ...ofWarehouse, body: {} },
    repairWarehouse: { ...ofWarehouse, body: {} },
    backfillWarehouse: { ...ofWarehouse, body: {} },
  }
}
