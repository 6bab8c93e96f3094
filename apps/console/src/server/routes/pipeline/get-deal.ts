import { findDeal, findSignal, listDealEvents, listNotesOn } from '@signalpost/database/records'
import { dealSchema, instantSchema, noteSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const limit = 100

export const getDeal = defineRoute({
  operationId: 'getDeal',
  method: 'get',
  path: '/console/api/w/{orgId}/pipeline/{id}',
  role: 'viewer',
  summary: 'See one deal, its history and its notes',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
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
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) => {
    const deal = await findDeal(database, { orgId, dealId: id })
    if (deal === undefined) throw new RejectedError('not_found', 'There is no such deal.')
    const { signalId } = deal
    const [history, notes, signal] = await Promise.all([
      listDealEvents(database, { orgId, dealId: id, limit }),
      listNotesOn(database, { orgId, target: { type: 'deal', id }, limit }),
      signalId === null ? undefined : findSignal(database, { orgId, signalId }),
    ])
    return { deal, signalTitle: signal?.title ?? null, history, notes }
  },
})
