import { listWarehouseStates, syncWarehouse, verifyWarehouse } from '../index.ts'
import { findTable, type WarehouseCase } from './open-sync-rig.ts'

export const notes = findTable('notes')

export function sync(warehouse: WarehouseCase) {
  return syncWarehouse(warehouse.dependencies, warehouse)
}

export function verify(warehouse: WarehouseCase, { repair = false } = {}) {
  return verifyWarehouse(warehouse.dependencies, warehouse, { repair })
}

export async function stateOf({ warehouseId, dependencies }: WarehouseCase) {
  const [state] = await listWarehouseStates(dependencies.database, { warehouseId })
  return state
}

export async function bodiesIn(warehouse: WarehouseCase): Promise<unknown[]> {
  return (await warehouse.rows(notes)).map(({ body }) => body)
}

export function bodies(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `note ${String(index).padStart(3, '0')}`)
}
