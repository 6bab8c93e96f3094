import { RejectedError } from '@signalpost/domain'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'

/** Throws RejectedError `invalid_request`. */
export function getWarehouseKind(
  name: string,
  kinds: readonly WarehouseKind[] = warehouseKinds,
): WarehouseKind {
  const found = kinds.find(({ kind }) => kind === name)
  if (found !== undefined) return found
  const issues = [{ path: 'kind', message: 'unknown' }]
  throw new RejectedError('invalid_request', 'There is no such kind of warehouse.', { issues })
}
