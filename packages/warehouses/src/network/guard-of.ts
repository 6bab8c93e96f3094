import { createGuard, type Guard, type OutgoingProxy } from '@signalpost/outgoing'
import type { WarehouseBounds } from '../target.ts'
import type { tlsOf } from './certificates.ts'

/** Returns the guard of a warehouse with bounds; undefined for one of the machine's operator. */
export function guardOf({
  bounds,
  proxy,
  signal,
  tls,
}: {
  bounds: WarehouseBounds | undefined
  proxy?: OutgoingProxy | undefined
  signal?: AbortSignal | undefined
  tls?: ReturnType<typeof tlsOf>
}): Guard | undefined {
  if (bounds === undefined) return undefined
  const { allowedNetworks, lookup } = bounds
  return createGuard({ allowedNetworks, lookup, proxy, signal, tls })
}
