import type { ListedDelivery } from '@signalpost/database/ledger'
import { z } from 'zod'

export const deliveryStatuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

export const deliverySchema = z.object({
  deliveryId: z.string(),
  sourceId: z.string(),
  eventId: z.string(),
  type: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  receivedAt: z.iso.datetime(),
  attempts: z.int(),
})

export function describeDelivery(delivery: ListedDelivery): z.infer<typeof deliverySchema> {
  const { deliveryId, sourceId, eventId, type, status, receivedAt, attempts } = delivery
  return { deliveryId, sourceId, eventId, type, status, attempts, receivedAt: receivedAt.toISOString() }
}
