import { type Channel, channel } from 'node:diagnostics_channel'

/** The points on the way of a delivery, in their order. */
export const deliveryPoints = [
  'request.verified',
  'batch.stored',
  'request.answered',
  'batch.enqueued',
  'batch.claimed',
  'batch.merged',
  'batch.settled',
  'batch.applied',
] as const

/** The points on the way of changes to a warehouse, in their order. */
export const syncPoints = [
  'changes.sequenced',
  'sync.spooled',
  'sync.staged',
  'sync.merged',
  'sync.committed',
] as const

export type Point = (typeof deliveryPoints)[number] | (typeof syncPoints)[number]

const channels = new Map<Point, Channel>(
  [...deliveryPoints, ...syncPoints].map((point) => [point, channel(`signalpost:${point}`)]),
)

/**
 * Tells whoever subscribed to `signalpost:<point>` with `node:diagnostics_channel` that this process has come to a
 * point. Costs next to nothing while nobody has.
 */
export function reach(point: Point): void {
  const told = channels.get(point)
  if (told?.hasSubscribers) told.publish(undefined)
}
