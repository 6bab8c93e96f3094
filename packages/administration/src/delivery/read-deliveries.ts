import {
  countDeliveriesUpTo,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  readRequestBody,
  type ShownDelivery,
} from '@signalpost/database/ledger'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { deliveryFilterOf, deliveryFilters, deliveryStatuses, takes } from './delivery-filters.ts'

const shownExamples = 10
/** A page of the console waits for the count. */
const countedAtMost = 10_000

const deliverySchema = z.object({
  deliveryId: z.string(),
  sourceId: z.string(),
  eventId: z.string(),
  type: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  receivedAt: z.iso.datetime(),
  attempts: z.int(),
})

const shownSchema = deliverySchema.extend({
  orgId: z.string(),
  requestId: z.string(),
  error: z.string().nullable(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).nullable(),
  settledAt: z.iso.datetime().nullable(),
  appliedAt: z.iso.datetime().nullable(),
  index: z.int().meta({ description: "Its place in the request's array of events." }),
  sha256: z.string().meta({ description: 'Of the whole request, in hex.' }),
  traceId: z.string(),
  recordId: z
    .string()
    .nullable()
    .meta({ description: 'The record that its event is about, once it is settled.' }),
  signalId: z.string().nullable().meta({ description: 'That record, if it is a signal.' }),
  batchId: z.string(),
  firstDeliveryId: z
    .string()
    .nullable()
    .meta({ description: 'Of a duplicate or a conflict: the delivery of the same event that was applied.' }),
})

const deliveriesSchema = z.strictObject({ orgId: orgIdSchema, ...deliveryFilters })
const deliveryReference = z.strictObject({ deliveryId: z.string(), orgId: orgIdSchema.optional() })

export const listDeliveriesRead = defineDocuments({
  name: 'delivery.list',
  summary: 'List deliveries, newest first.',
  demands: 'viewer',
  input: deliveriesSchema,
  http: { method: 'get', path: '/deliveries', errors: [], operationId: 'listDeliveries' },
  output: { description: 'A page of deliveries.', schema: deliverySchema, of: describe },
  cursor: z.string().regex(/^dlv_[0-9a-z]{26}$/),
  readPage: async ({ services: { database }, input: { orgId, ...filters } }, page) => {
    const filter = { orgId, ...deliveryFilterOf(filters) }
    const { items, nextAfter } = await listDeliveries(database, filter, page)
    return { items, nextAfter }
  },
})

/** Throws RejectedError `not_found`. */
export const showDeliveryRead = defineDocument({
  name: 'delivery.show',
  summary: 'Show one delivery, its outcome and the reason.',
  demands: 'viewer',
  input: deliveryReference,
  http: { method: 'get', path: '/deliveries/{id}', errors: ['not_found'], operationId: 'getDelivery' },
  output: {
    description: 'The delivery, without its body.',
    schema: shownSchema,
    of: ({ receivedAt, settledAt, sha256, ...delivery }: ShownDelivery) => ({
      ...delivery,
      receivedAt: receivedAt.toISOString(),
      settledAt: textOf(settledAt),
      appliedAt: delivery.status === 'applied' ? textOf(settledAt) : null,
      sha256: sha256.toString('hex'),
      signalId: delivery.type?.startsWith('signal.') === true ? delivery.recordId : null,
    }),
  },
  read: getDelivery,
})

/** Throws RejectedError `not_found`. */
export const readDeliveryBody = defineDocument({
  name: 'delivery.body',
  summary: 'See the bytes of the request of a delivery.',
  demands: 'member',
  input: deliveryReference,
  http: {
    ...{ method: 'get', path: '/deliveries/{id}/body', errors: ['not_found'] },
    operationId: 'getDeliveryBody',
  },
  output: {
    description: 'The whole request, as it was received, in base64.',
    schema: z.object({ bytes: z.int(), bodyBase64: z.string() }),
    of: (body: Buffer) => ({ bytes: body.length, bodyBase64: body.toString('base64') }),
  },
  read: async (call) => readRequestBody(call.services.database, (await getDelivery(call)).requestId),
})

export const previewDeliveriesRead = defineDocument({
  name: 'delivery.preview',
  summary: 'See how many deliveries a replay or a discard would take.',
  demands: 'viewer',
  input: deliveriesSchema.extend({
    act: z.enum(['replay', 'discard']).optional().meta({
      description: 'What is to be done: deliveries of a status that it does not take are left out.',
    }),
  }),
  http: { method: 'get', path: '/deliveries/preview', errors: [], operationId: 'previewDeliveries' },
  read: async ({ services: { database }, caller, input: { orgId, act, ...filters } }) => {
    const { status } = filters
    if (act !== undefined && status !== undefined && !takes(act, status)) {
      return { items: [], matched: 0, isMore: false, upTo: null }
    }
    const filter = { orgId, ...deliveryFilterOf(filters) }
    const most = caller.actor.kind === 'person' ? countedAtMost : Number.MAX_SAFE_INTEGER - 1
    const { items } = await listDeliveries(database, filter, { limit: shownExamples })
    const upTo = items[0]?.deliveryId
    const found = upTo === undefined ? 0 : await countDeliveriesUpTo(database, { ...filter, upTo }, most + 1)
    return { items, matched: Math.min(found, most), isMore: found > most, upTo: upTo ?? null }
  },
  output: {
    description: 'How many match, up to which delivery, and the newest of them.',
    schema: z.object({
      matched: z.int().meta({ description: `Counted up to ${countedAtMost}.` }),
      isMore: z.boolean().meta({ description: 'Whether even more match.' }),
      upTo: z.string().nullable(),
      examples: z.array(deliverySchema),
    }),
    of: ({ items, ...preview }) => ({ ...preview, examples: items.map(describe) }),
  },
})

async function getDelivery({
  services: { database },
  input,
}: ActCall<z.output<typeof deliveryReference>>): Promise<ShownDelivery> {
  const found = await findDelivery(database, input)
  if (found === undefined) throw new RejectedError('not_found', 'There is no such delivery.')
  return found
}

function describe(delivery: ListedDelivery): z.infer<typeof deliverySchema> {
  const { deliveryId, sourceId, eventId, type, status, receivedAt, attempts } = delivery
  return { deliveryId, sourceId, eventId, type, status, attempts, receivedAt: receivedAt.toISOString() }
}
