import {
  type DeliveryFilter,
  type DeliveryStatus,
  deliveryErrorCodes,
  discardable,
  replayable,
} from '@signalpost/database/ledger'
import { idSchema, instantSchema, msOf, RejectedError } from '@signalpost/domain'
import { z } from 'zod'

export const deliveryStatuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

/** What jobs do with deliveries, and the statuses of those that they take. */
export const deliveryActs = {
  replay: { done: 'replayed', statuses: replayable },
  discard: { done: 'discarded', statuses: discardable },
} as const satisfies Record<string, { done: string; statuses: readonly DeliveryStatus[] }>

export type DeliveryAct = keyof typeof deliveryActs

/** Whether an act takes deliveries of a status. */
export function takes(act: DeliveryAct, status: DeliveryStatus): boolean {
  return deliveryActs[act].statuses.some((one) => one === status)
}

/** Throws RejectedError `conflict` if an act takes none of the deliveries that a person named. */
export function demandTaken(act: DeliveryAct, statuses: readonly DeliveryStatus[]): void {
  if (statuses.some((status) => takes(act, status))) return
  const { done, statuses: taken } = deliveryActs[act]
  const [only] = new Set(statuses)
  const what =
    statuses.length === 1 ? `This delivery is ${only}.` : `None of these ${statuses.length} can be ${done}.`
  throw new RejectedError('conflict', `${what} Only ${either.format(taken)} deliveries can be ${done}.`)
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The filters of deliveries, for every face. */
export const deliveryFilters = {
  status: z.enum(deliveryStatuses).optional().meta({ description: 'Only deliveries with this outcome.' }),
  source: idSchema.optional().meta({ description: 'Only deliveries from this source or channel.' }),
  type: z.string().max(100).optional().meta({ description: 'Only deliveries of this event type.' }),
  error: z.enum(deliveryErrorCodes).optional().meta({ description: 'Only deliveries with this error.' }),
  since: instantSchema.optional().meta({ description: 'Only deliveries received at this time or later.' }),
  until: instantSchema.optional().meta({ description: 'Only deliveries received before this time.' }),
  event: idSchema.optional().meta({ description: 'Only deliveries of the event with this id.' }),
  delivery: idSchema.optional().meta({ description: 'Only this delivery.' }),
  batch: idSchema.optional().meta({ description: 'Only deliveries that were stored in this batch.' }),
}

const filtersSchema = z.object(deliveryFilters)
type Filters = z.output<typeof filtersSchema>

export function deliveryFilterOf(filters: Filters): Omit<DeliveryFilter, 'orgId'> {
  const { status, source, type, error, since, until, event, delivery, batch } = filters
  return {
    ...{ status, type, error, sourceId: source },
    ...{ eventId: event, deliveryId: delivery, batchId: batch },
    sinceMs: since === undefined ? undefined : msOf(since),
    untilMs: until === undefined ? undefined : msOf(until),
  }
}
