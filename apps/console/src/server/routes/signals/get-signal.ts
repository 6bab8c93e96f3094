import {
  findListener,
  findSignal,
  listAccountSignals,
  listCollectionsOfSignal,
  listDeals,
  listNotesOn,
} from '@signalpost/database/records'
import {
  collectionSchema,
  dealSchema,
  instantSchema,
  noteSchema,
  RejectedError,
  signalSchema,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

/** The most of each related record that one page shows. */
const limit = 50

export const accountSignalSchema = z.object({
  signalId: z.string(),
  title: z.string(),
  relevanceScore: z.int(),
  postedAt: instantSchema,
})

export const getSignal = defineRoute({
  operationId: 'getSignal',
  method: 'get',
  path: '/console/api/w/{orgId}/signals/{id}',
  role: 'viewer',
  summary: 'See one signal and what belongs to it',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description:
      'The signal, its listener’s name, other signals of its account, its deals, notes and lists: the latest 50 of each.',
    schema: z.object({
      signal: signalSchema,
      listenerName: z.string().nullable().meta({ description: 'Null for a listener that is not known.' }),
      others: z.array(accountSignalSchema),
      deals: z.array(dealSchema),
      notes: z.array(noteSchema),
      lists: z.array(collectionSchema),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) => {
    const signal = await findSignal(database, { orgId, signalId: id })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const { accountKey, listenerId } = signal
    const [listener, ofAccount, deals, notes, lists] = await Promise.all([
      findListener(database, { orgId, listenerId }),
      accountKey === undefined ? [] : listAccountSignals(database, { orgId, accountKey, limit: limit + 1 }),
      listDeals(database, { orgId, filters: { signalId: id }, limit }),
      listNotesOn(database, { orgId, target: { type: 'signal', id }, limit }),
      listCollectionsOfSignal(database, { orgId, signalId: id, limit }),
    ])
    const others = ofAccount.filter(({ signalId }) => signalId !== id).slice(0, limit)
    return { signal, listenerName: listener?.name ?? null, others, deals, notes, lists }
  },
})
