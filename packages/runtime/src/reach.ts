import { channel } from 'node:diagnostics_channel'

/** The points on the way of a delivery, in their order. */
export const points = [
  'request.verified',
  'batch.stored',
  'request.answered',
  'batch.enqueued',
  'batch.claimed',
  'batch.merged',
  'batch.settled',
  'batch.applied',
] as const

export type Point = (typeof points)[number]

const channels = new Map(points.map((point) => [point, channel(`signalpost:${point}`)]))

/**
 * Tells whoever subscribed to `signalpost:<point>` with `node:diagnostics_channel` that this process has come to a
 * point. Costs next to nothing while nobody has.
 */
export function reach(point: Point): void {
  const told = channels.get(point)
  if (told?.hasSubscribers) told.publish(undefined)
}
