import { type DeliveryFilter, deliveryErrorCodes } from '@signalpost/database/ledger'
import { idSchema, instantSchema, msOf } from '@signalpost/domain'
import { z } from 'zod'

export const deliveryStatuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

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
