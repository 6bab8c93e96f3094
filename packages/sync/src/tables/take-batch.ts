import { reach } from '@signalpost/runtime'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { WarehouseError } from '../warehouse-error.ts'

/** Returns why the warehouse refuses a row of the batch, or undefined once all are taken. Throws all other errors. */
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
