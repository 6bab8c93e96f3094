import { type DeliveryFilter, type DeliveryStatus, deliveryErrorCodes } from '@signalpost/database/ledger'
import { z } from 'zod'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { type Moment, pastMoment } from '../../parameters/times.ts'

const statuses = [
  'queued',
  'applied',
  'duplicate',
  'conflict',
  'ignored',
  'dead',
] as const satisfies readonly DeliveryStatus[]

export const statusSchema = z.enum(statuses)

/** The filters of every command on deliveries. */
export const narrowingParameters = {
  workspace: workspaceParameter,
  source: optional('--source <id>', 'only deliveries from this source or channel'),
  type: optional('--type <type>', 'only deliveries of this event type'),
  since: optional(
    '--since <time>',
    'only deliveries received since this time, ISO or relative such as 24h',
    pastMoment,
  ),
  until: optional('--until <time>', 'only deliveries received before this time', pastMoment),
  error: optional(
    '--error <code>',
    `only deliveries with this error: ${deliveryErrorCodes.join(', ')}`,
    z.enum(deliveryErrorCodes),
  ),
  event: optional('--event <id>', 'only deliveries of the event with this id'),
  delivery: optional('--delivery <id>', 'only this delivery'),
  batch: optional('--batch <id>', 'only deliveries that were stored in this batch'),
}

/** What the options of `narrowingParameters` and `--status` give. */
export type Narrowing = {
  source?: string | undefined
  status?: DeliveryStatus | undefined
  type?: string | undefined
  since?: Moment | undefined
  until?: Moment | undefined
  error?: DeliveryFilter['error']
  event?: string | undefined
  delivery?: string | undefined
  batch?: string | undefined
}

/** Returns the filter that the options mean, except for its workspace. */
export function filterOf(given: Narrowing, nowMs: () => number): Omit<DeliveryFilter, 'orgId'> {
  const { source, status, type, error, since, until, event, delivery, batch } = given
  return {
    ...{ sourceId: source, status, type, error, eventId: event, deliveryId: delivery, batchId: batch },
    ...{ sinceMs: since?.(nowMs()), untilMs: until?.(nowMs()) },
  }
}

export function isNarrowed(given: Narrowing): boolean {
  const { source, status, type, error, since, until, event, delivery, batch } = given
  return (status ?? source ?? type ?? error ?? since ?? until ?? event ?? delivery ?? batch) !== undefined
}
