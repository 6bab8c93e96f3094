import { createGuard, type Guard, type OutgoingProxy } from '@signalpost/outgoing'
import type { WarehouseBounds } from '../target.ts'

/** Returns the guard of a warehouse with bounds; undefined for one of the machine's operator. */
export function guardOf({
  bounds,
  proxy,
  signal,
}: {
  bounds: WarehouseBounds | undefined
  proxy?: OutgoingProxy | undefined
  signal?: AbortSignal | undefined
}): Guard | undefined {
  if (bounds === undefined) return undefined
  const { allowedNetworks, lookup } = bounds
  return createGuard({ allowedNetworks, lookup, proxy, signal })
}
