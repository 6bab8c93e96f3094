import { NotReadyError, RejectedError, TransientError } from '@signalpost/domain'
import { WarehouseError } from '@signalpost/sync'
import { z } from 'zod'

export const warehouseMembers = z.record(
  z.string(),
  z.union([z.string().max(20_000), z.array(z.string().max(1_000)).max(100)]),
)

export const intervalSecondsSchema = z.int().min(1).max(3_600)

/** That the other side is away is for the person to see, not a fault of ours. */
export function throwPlainly(cause: unknown): never {
  if (cause instanceof WarehouseError) {
    throw new RejectedError('conflict', `Its tables cannot be removed: ${cause.message}`, { cause })
  }
  if (!(cause instanceof TransientError) || cause instanceof NotReadyError) throw cause
  throw new RejectedError('invalid_request', cause.message, { cause })
}
