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
  const place = { settings: {}, secrets: { url: console.databaseUrl } }
  return {
    listWarehouses: { params: { orgId } },
    listWarehouseKinds: {},
    getWarehouse: ofWarehouse,
    listWarehouseRuns: ofWarehouse,
    listWarehouseRejects: ofWarehouse,
    listWarehouseRecipes: ofWarehouse,
    createWarehouse: { params: { orgId }, body: { name: 'Another', kind: 'postgres', ...place } },
    editWarehouse: { ...ofWarehouse, body: { name: 'Sea', intervalSeconds: 5 } },
    dropWarehouse: {
      params: { orgId, id: await add('Spare') },
      body: { name: 'Spare', withTables: false },
    },
  }
}
