import { explainSignal } from '@signalpost/database/dispatches'
import {
  countViews,
  findAttention,
  findListener,
  findSignal,
  findSignalsOf,
  listAccountSignals,
  listCollectionsOfSignal,
  listDeals,
  listNotesOn,
} from '@signalpost/database/records'
import { findTimeline } from '@signalpost/database/timeline'
import {
  collectionSchema,
  dealSchema,
  idSchema,
  instantSchema,
  noteSchema,
  orgIdSchema,
  RejectedError,
  type Signal,
  signalSchema,
  type Timeline,
  timelineSchema,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { readSignals, signalCursorSchema } from './list-signal-page.ts'
import { signalQuery, wordsQuery } from './signal-query.ts'

/** The most of each related record that one page shows. */
const limit = 50

export const accountSignalSchema = z.object({
  signalId: z.string(),
  title: z.string(),
  relevanceScore: z.int(),
  postedAt: instantSchema,
})

export const signalReference = z.strictObject({ orgId: orgIdSchema, signalId: idSchema })

export const listSignalsRead = defineDocuments({
  name: 'signal.list',
  summary: 'List signals, the best score first.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema,
    ...signalQuery,
    read: signalQuery.read.meta({ description: 'Whether it was read.' }),
    alerted: signalQuery.alerted.meta({ description: 'Whether an alert was sent.' }),
    words: wordsQuery,
    view: z.enum(['attention']).optional().meta({
      description:
        'In place of filters: what is urgent or high, unread, of no one, and was stored in the last 72 hours; the most urgent first, one page.',
    }),
  }),
  http: { method: 'get', path: '/signals', errors: [] },
  output: { description: 'A page of signals.', schema: signalSchema, of: (signal: Signal) => signal },
  cursor: signalCursorSchema,
  readPage: async ({ services, input: { orgId, view, ...filters } }, page) => {
    if (view === undefined) return readSignals(services, { orgId, filters, ...page })
    const { database, nowMs } = services
    const signalIds = await findAttention(database, { orgId, nowMs: nowMs(), limit: page.limit })
    return { items: await findSignalsOf(database, { orgId, signalIds }), nextAfter: undefined }
  },
})

/** Throws RejectedError `not_found`. */
export const showSignalRead = defineDocument({
  name: 'signal.show',
  summary: 'Show one signal as it is now.',
  demands: 'viewer',
  input: signalReference,
  http: { method: 'get', path: '/signals/{id}', errors: ['not_found'], operationId: 'getSignal' },
  read: async ({ services: { database }, input: { orgId, signalId } }) => {
    const signal = await findSignal(database, { orgId, signalId })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const { accountKey, listenerId } = signal
    const [listener, ofAccount, deals, notes, lists] = await Promise.all([
      findListener(database, { orgId, listenerId }),
      accountKey === undefined ? [] : listAccountSignals(database, { orgId, accountKey, limit: limit + 1 }),
      listDeals(database, { orgId, filters: { signalId }, limit }),
      listNotesOn(database, { orgId, target: { type: 'signal', id: signalId }, limit }),
      listCollectionsOfSignal(database, { orgId, signalId, limit }),
    ])
    const others = ofAccount.filter((other) => other.signalId !== signalId).slice(0, limit)
    return { signal, listenerName: listener?.name ?? null, others, deals, notes, lists }
  },
  output: {
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
    of: (shown) => shown,
  },
})

type TimelineServices = Pick<ActServices, 'database' | 'nowMs'> & {
  /** How long the ledger keeps deliveries. */
  readonly ledgerDays: number
}

/** Throws RejectedError `not_found`. */
export const readTimelineRead = defineDocument({
  name: 'signal.timeline',
  summary: 'Show what happened to a signal, step by step. The record outlives the signal.',
  demands: 'viewer',
  input: signalReference,
  http: {
    ...{ method: 'get', path: '/signals/{id}/timeline', errors: ['not_found'] },
    operationId: 'getTimeline',
  },
  output: { description: 'The timeline.', schema: timelineSchema, of: (timeline: Timeline) => timeline },
  read: async ({
    services: { database, ledgerDays, nowMs },
    input: signal,
  }: ActCall<z.output<typeof signalReference>, TimelineServices>) => {
    const timeline = await findTimeline(database, { ...signal, ledgerDays, nowMs: nowMs() })
    if (timeline === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return timeline
  },
})

const count = z.int().min(0).max(100)

export const countViewsRead = defineDocument({
  name: 'signal.count_views',
  summary: 'Count the signals of each view.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/signal-views', errors: [], operationId: 'countSignalViews' },
  read: ({ services: { database, nowMs }, caller, input: { orgId } }) =>
    countViews(database, { orgId, personId: caller.actor.id, nowMs: nowMs() }),
  output: {
    description: 'Up to 100 of each, of the last 30 days.',
    schema: z.object({
      attention: count,
      mine: count,
      unassigned: count,
      all: count,
      isPartial: z
        .boolean()
        .meta({ description: 'Only the latest 5,000 were looked at: there may be more.' }),
    }),
    of: (counts) => counts,
  },
})

/** Throws RejectedError `not_found`. */
export const explainRulesRead = defineDocument({
  name: 'signal.explain_rules',
  summary: 'See what each rule of today says to a signal as it is now.',
  demands: 'viewer',
  input: signalReference,
  http: {
    ...{ method: 'get', path: '/signals/{id}/rules', errors: ['not_found'] },
    operationId: 'explainSignal',
  },
  read: async ({ services: { database }, input }) => {
    const found = await explainSignal(database, input)
    if (found === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return found
  },
  output: {
    description: 'Every rule in the order of evaluation.',
    schema: z.object({
      title: z.string(),
      firstSeenAt: z.iso.datetime(),
      answers: z.array(
        z.object({
          ruleId: z.string(),
          name: z.string(),
          position: z.int(),
          answer: z.enum(['matches', 'not_reached', 'unmet', 'disabled']),
          unmet: z.array(z.string()).meta({ description: 'The conditions that the signal does not meet.' }),
          endedBy: z.string().nullable().meta({ description: 'The rule that ended the search before.' }),
        }),
      ),
    }),
    of: ({ answers, ...signal }) => ({
      ...signal,
      answers: answers.map(({ endedBy = null, ...answer }) => ({ ...answer, endedBy })),
    }),
  },
})
