import { type DeliveryFilter, deliveryErrorCodes } from '@signalpost/database/ledger'
import { idSchema, instantSchema, msOf } from '@signalpost/domain'
import { z } from 'zod'
import { deliveryStatuses } from './delivery-schema.ts'

/** The filters of lists of deliveries, under the names that the CLI gives them. */
export const deliveryFilters = {
  status: z.enum(deliveryStatuses).optional(),
  source: idSchema.optional().meta({ description: 'The source that they came through.' }),
  type: z.string().max(100).optional().meta({ description: 'The type of the event.' }),
  error: z.enum(deliveryErrorCodes).optional().meta({ description: 'Why they were not applied.' }),
  since: instantSchema.optional().meta({ description: 'Received at this moment or later.' }),
  until: instantSchema.optional().meta({ description: 'Received before this moment.' }),
  event: idSchema.optional().meta({ description: 'The id of the event.' }),
  delivery: idSchema.optional().meta({ description: 'The delivery itself.' }),
  batch: idSchema.optional().meta({ description: 'The batch that stored them.' }),
}

type Filters = { [Name in keyof typeof deliveryFilters]?: z.infer<(typeof deliveryFilters)[Name]> }

export function filterOf(orgId: string, filters: Filters): DeliveryFilter {
  const { status, source, type, error, since, until, event, delivery, batch } = filters
  return {
    ...{ orgId, status, type, error, sourceId: source },
    ...{ eventId: event, deliveryId: delivery, batchId: batch },
    sinceMs: since === undefined ? undefined : msOf(since),
    untilMs: until === undefined ? undefined : msOf(until),
  }
}
