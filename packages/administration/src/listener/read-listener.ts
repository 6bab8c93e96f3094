import type { Database } from '@signalpost/database'
import {
  findListener,
  type ListenerYield,
  listListeners,
  readListenerYields,
} from '@signalpost/database/records'
import {
  countFinds,
  countFindsByHour,
  findLiveScheduler,
  findSchedule,
  type ListenerReference,
  listSearches,
} from '@signalpost/database/searching'
import { dayMs, freeText, type Listener, orgIdSchema } from '@signalpost/domain'
import { createdCursorSchema, takePage } from '@signalpost/rest'
import { isSchedule, planRun } from '@signalpost/searching'
import { z } from 'zod'
import { defineDocument, defineDocuments } from '../define-operation.ts'
import { listenerReference } from './listener-document.ts'
import { missingListener } from './owned-listener.ts'
import { readCosts } from './run/listener-costs.ts'
import { describeFound, describeOwn, foundSchema, ownSchema, type ReadListener } from './shown-listener.ts'

export const listListenersRead = defineDocuments({
  name: 'listener.list',
  summary: "List a workspace's listeners, newest first, also those that outside senders own.",
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema,
    words: freeText({ min: 1, max: 200 })
      .optional()
      .meta({ description: 'Words that are all in the name, in any case.', example: 'acme' }),
  }),
  http: { method: 'get', path: '/listeners', errors: [] },
  cursor: createdCursorSchema.shape.after,
  readPage: async ({ services: { database }, input: { orgId, words } }, { limit, after }) => {
    const all = await listListeners(database, { orgId, words, after, limit: limit + 1 })
    const { items: found, last } = takePage(all, limit)
    const listenerIds = found.map(({ id }) => id)
    const yields = await readListenerYields(database, { orgId, listenerIds })
    const items = await Promise.all(
      found.map(async (listener) => {
        const live = await findLiveScheduler(database, { orgId, listenerId: listener.id })
        const scheduler = live ?? listener.scheduler
        return {
          listener: { ...listener, scheduler },
          madeHere: live !== undefined,
          yields: yields.get(listener.id),
        }
      }),
    )
    return { items, nextAfter: last && { createdAt: last.createdAt, id: last.id } }
  },
  output: {
    description: 'A page of listeners.',
    schema: foundSchema.extend({ madeHere: z.boolean() }),
    of: ({ listener, madeHere, yields }: ListedListener) => ({
      ...describeFound(listener, yields),
      madeHere,
    }),
  },
})

/** What it kept and dropped is counted so far back, and of so many items at most. */
const shownMs = 14 * dayMs
const countedFinds = 20_000

type ListedListener = { listener: Listener; madeHere: boolean; yields: ListenerYield | undefined }

/** Throws RejectedError `not_found`. */
export const getListenerRead = defineDocument({
  name: 'listener.get',
  summary: 'Show a listener: its plan, its searches and what it found.',
  demands: 'viewer',
  input: listenerReference,
  http: { method: 'get', path: '/listeners/{id}', errors: ['not_found'] },
  read: async ({ services: { database }, input: { orgId, listenerId } }) => {
    const yields = await readListenerYields(database, { orgId, listenerIds: [listenerId] })
    return { ...(await readListener(database, { orgId, listenerId })), yields: yields.get(listenerId) }
  },
  output: {
    description: 'The listener.',
    schema: foundSchema.extend({
      own: ownSchema.nullable().meta({ description: 'Null for a listener of an outside sender.' }),
    }),
    of: ({ listener, own, yields }) => ({
      ...describeFound(listener, yields),
      own: own === undefined ? null : describeOwn(own),
    }),
  },
})

/** Throws RejectedError `not_found`. */
export async function readListener(database: Database, reference: ListenerReference): Promise<ReadListener> {
  const listener = await findListener(database, reference)
  if (listener === undefined) throw missingListener()
  const schedule = await findSchedule(database, reference)
  if (schedule === undefined) return { listener }
  const scheduler = (await findLiveScheduler(database, reference)) ?? listener.scheduler
  const plan = planRun(listener, schedule.settings)
  const boards = new Map(plan.searches.map(({ searchId, board }) => [searchId, board]))
  const known = await listSearches(database, reference)
  const searches = known.map(({ cursor: _cursor, ...search }) => ({
    ...search,
    board: boards.get(search.searchId) ?? null,
  }))
  const finds = await countFinds(database, reference)
  const since = new Date(Date.now() - shownMs)
  const hours = await countFindsByHour(database, { ...reference, since, limit: countedFinds })
  const costs = await readCosts(database, { ...reference, searches: plan.searches })
  const own = { schedule, searches, finds, hours, costs, hasSchedule: isSchedule(listener.schedule) }
  return { listener: { ...listener, scheduler }, own }
}
