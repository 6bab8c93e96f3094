import { type Channel, channel } from 'node:diagnostics_channel'

/** The points on the way of a delivery, in order. */
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

/** The points on the way of changes to a warehouse, in order. */
export const syncPoints = [
  'changes.sequenced',
  'sync.spooled',
  'sync.staged',
  'sync.merged',
  'sync.committed',
] as const

/** The points on the way of a find from its platform to the intake, in order. */
export const searchPoints = [
  'listener.leased',
  'search.permitted',
  'search.answered',
  'search.judged',
  'search.kept',
  'search.settled',
  'listener.finished',
  'finds.claimed',
  'finds.sent',
  'finds.settled',
] as const

/** The points at which a find is read again on its platform, in order. */
export const rereadPoints = ['reread.claimed', 'reread.answered', 'reread.settled', 'reread.blanked'] as const

export type Point =
  | (typeof deliveryPoints)[number]
  | (typeof syncPoints)[number]
  | (typeof searchPoints)[number]
  | (typeof rereadPoints)[number]

const channels = new Map<Point, Channel>(
  [...deliveryPoints, ...syncPoints, ...searchPoints, ...rereadPoints].map((point) => [
    point,
    channel(`signalpost:${point}`),
  ]),
)

/**
 * Publishes to subscribers of the diagnostics channel `signalpost:<point>` that this process has reached a point. Costs
 * next to nothing without subscribers.
 */
export function reach(point: Point): void {
  const subscribed = channels.get(point)
  if (subscribed?.hasSubscribers) subscribed.publish(undefined)
}
