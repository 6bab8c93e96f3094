import { warehouseIntervalMs } from '@signalpost/administration/warehouse'
import { NotReadyError, RejectedError, TransientError } from '@signalpost/domain'
import { WarehouseError } from '@signalpost/sync'
import { z } from 'zod'

export const warehouseMembers = z.record(
  z.string(),
  z.union([z.string().max(20_000), z.array(z.string().max(1_000)).max(100)]),
)

export const intervalSecondsSchema = z
  .int()
  .min(warehouseIntervalMs.least / 1_000)
  .max(warehouseIntervalMs.most / 1_000)

/** Shows the person why tables cannot be removed. Throws everything else as it is. */
export function throwUnremovable(cause: unknown): never {
  if (!(cause instanceof WarehouseError)) throw cause
  throw new RejectedError('conflict', `Its tables cannot be removed: ${cause.message}`, { cause })
}

/** Shows the person that a place cannot be reached, which is no fault of ours. Throws everything else as it is. */
export function throwUnreachable(cause: unknown): never {
  if (!(cause instanceof TransientError) || cause instanceof NotReadyError) throw cause
  throw new RejectedError('invalid_request', cause.message, { cause })
}
