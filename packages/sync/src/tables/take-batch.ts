import { reach } from '@signalpost/runtime'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { WarehouseError } from '../warehouse-error.ts'

/**
 * Stages and commits a batch. Returns the error of a warehouse that refuses one of its rows, undefined once all are taken.
 *
 * @throws WarehouseError of any other fault
 */
export async function takeBatch(
  { target }: Pick<WarehouseWork, 'target'>,
  batch: Batch,
): Promise<WarehouseError | undefined> {
  try {
    await target.stage(batch)
    reach('sync.staged')
    await target.commit(batch)
    reach('sync.committed')
    return undefined
  } catch (error) {
    if (error instanceof WarehouseError && error.fault === 'data') return error
    throw error
  }
}
