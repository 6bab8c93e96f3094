import type { DeliveryFilter } from '@signalpost/database/ledger'
import { idSchema, instantSchema, msOf } from '@signalpost/domain'
import { z } from 'zod'
import { deliveryStatuses } from './delivery-schema.ts'

/** The filters of lists of deliveries, under the names that the CLI gives them. */
export const deliveryFilters = {
  status: z.enum(deliveryStatuses).optional(),
  source: idSchema.optional().meta({ description: 'The source that they came through.' }),
  type: z.string().max(100).optional().meta({ description: 'The type of the event.' }),
  since: instantSchema.optional().meta({ description: 'Received at this moment or later.' }),
}

type Filters = { [Name in keyof typeof deliveryFilters]?: z.infer<(typeof deliveryFilters)[Name]> }

export function filterOf(orgId: string, { status, source, type, since }: Filters): DeliveryFilter {
  return { orgId, status, type, sourceId: source, sinceMs: since === undefined ? undefined : msOf(since) }
}
