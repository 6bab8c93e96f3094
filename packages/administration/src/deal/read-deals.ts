import {
  findDeal,
  findSignal,
  listDealEvents,
  listDeals,
  listNotesOn,
  sumDeals,
} from '@signalpost/database/records'
import {
  type Deal,
  dealSchema,
  dealStages,
  idSchema,
  instantSchema,
  noteSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { createdCursorSchema, takePage } from '@signalpost/rest'
import { z } from 'zod'
import { defineDocument, defineDocuments } from '../define-operation.ts'

const ofWorkspace = z.strictObject({ orgId: orgIdSchema })

export const dealDocument = { description: 'The deal.', schema: dealSchema, of: (deal: Deal) => deal }

export const listDealsRead = defineDocuments({
  name: 'deal.list',
  summary: 'Browse deals, the newest first.',
  demands: 'viewer',
  input: ofWorkspace.extend({ stage: z.enum(dealStages).optional() }),
  http: { method: 'get', path: '/pipeline', errors: [] },
  output: { ...dealDocument, description: 'A page of deals.' },
  cursor: createdCursorSchema.shape.after,
  readPage: async ({ services: { database }, input: { orgId, ...filters } }, { limit, after }) => {
    const found = await listDeals(database, { orgId, filters, after, limit: limit + 1 })
    const { items, last } = takePage(found, limit)
    return { items, nextAfter: last && { createdAt: last.createdAt, id: last.id } }
  },
})

/** Bounds what a sum reads, however many deals a stage has. */
const summedAtMost = 1_000

export const sumDealsRead = defineDocument({
  name: 'deal.sum',
  summary: 'See the sums of each stage by currency.',
  demands: 'viewer',
  input: ofWorkspace,
  http: { method: 'get', path: '/pipeline-sums', errors: [], operationId: 'sumDeals' },
  read: async ({ services: { database }, input: { orgId } }) => ({
    summedAtMost,
    items: await sumDeals(database, { orgId, stages: dealStages, limit: summedAtMost }),
  }),
  output: {
    description: `One row for each stage and currency that has deals: of the newest ${summedAtMost} of the stage.`,
    schema: z.object({
      summedAtMost: z.int(),
      items: z.array(
        z.object({
          stage: z.enum(dealStages),
          currency: z.string().nullable().meta({ description: 'Null for deals without a value.' }),
          deals: z.int(),
          amount: z.string().meta({ description: 'In minor units; a whole number of any size.' }),
        }),
      ),
    }),
    of: (sums) => sums,
  },
})

/** The most of each related record that one page shows. */
const limit = 100

/** Throws RejectedError `not_found`. */
export const getDealRead = defineDocument({
  name: 'deal.get',
  summary: 'See one deal, its history and its notes.',
  demands: 'viewer',
  input: ofWorkspace.extend({ dealId: idSchema }),
  http: { method: 'get', path: '/pipeline/{id}', errors: ['not_found'] },
  read: async ({ services: { database }, input: { orgId, dealId } }) => {
    const deal = await findDeal(database, { orgId, dealId })
    if (deal === undefined) throw new RejectedError('not_found', 'There is no such deal.')
    const { signalId } = deal
    const [history, notes, signal] = await Promise.all([
      listDealEvents(database, { orgId, dealId, limit }),
      listNotesOn(database, { orgId, target: { type: 'deal', id: dealId }, limit }),
      signalId === null ? undefined : findSignal(database, { orgId, signalId }),
    ])
    return { deal, signalTitle: signal?.title ?? null, history, notes }
  },
  output: {
    description: 'The deal, and its latest 100 changes and notes.',
    schema: z.object({
      deal: dealSchema,
      signalTitle: z.string().nullable().meta({ description: 'Null where it came from no signal of now.' }),
      history: z.array(
        z.object({
          id: z.string(),
          member: z.string(),
          from: z.unknown(),
          to: z.unknown(),
          at: instantSchema,
          eventId: z.string(),
          sourceId: z.string().nullable().meta({ description: 'Null for a change made here.' }),
        }),
      ),
      notes: z.array(noteSchema),
    }),
    of: (shown) => shown,
  },
})
