import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import { countScores, type ListenerReference, peekListener } from '@signalpost/database/searching'
import { instantOf } from '@signalpost/domain'
import { adviseBar, barOf, emptyHistory, type ListenerHistory } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'
import { defineRead } from '../../define-operation.ts'
import { listenerReference } from '../listener-document.ts'
import { missingListener, ownedElsewhere } from '../owned-listener.ts'
import { barDocument, type ListenerBar } from './bar-document.ts'

/** Enough to see how scores lie, and few enough to count while a page loads. */
const mostFinds = 2_000

/** Throws RejectedError: `not_found`, and `conflict` for a listener of an outside sender. */
export const getListenerBarRead = defineRead({
  name: 'listener.bar',
  summary:
    'Show what a listener keeps and drops by score, where its verdicts are, and which bar divides them best.',
  demands: 'viewer',
  input: listenerReference,
  http: {
    ...{ method: 'get', path: '/listeners/{id}/bar', errors: ['not_found', 'conflict'] },
    operationId: 'getListenerBar',
  },
  output: barDocument,
  read: ({ services, input }) => readListenerBar(services, input),
})

/** Throws RejectedError: `not_found`, `conflict`. */
export async function readListenerBar(
  { database, nowMs }: { database: Database; nowMs: () => number },
  reference: ListenerReference,
): Promise<ListenerBar> {
  const listener = await findListener(database, reference)
  if (listener === undefined) throw missingListener()
  const schedule = await peekListener(database, reference)
  if (schedule === undefined) throw ownedElsewhere()
  const { lessons } = await readLearned({ database, nowMs }, reference)
  const verdicts = lessons.map(({ features, isGood }) => ({
    score: Object.values(features.points).reduce((sum, points) => sum + points, 0),
    isGood,
  }))
  const { bar: chosenBar } = schedule.settings
  const bar = barOf({
    ...{ sensitivity: listener.sensitivity, day: instantOf(nowMs()).slice(0, 10), chosenBar },
    // The cast: stored as the judge made it.
    history: (schedule.history as ListenerHistory | null) ?? emptyHistory(),
  })
  const counted = await countScores(database, { ...reference, limit: mostFinds })
  const tens = Array.from({ length: 10 }, (_, ten) => {
    const from = ten * 10
    const own = verdicts.filter(({ score }) => Math.min(9, Math.floor(score / 10)) === ten)
    const good = own.filter(({ isGood }) => isGood).length
    const { kept, dropped } = counted.find((one) => one.from === from) ?? { kept: 0, dropped: 0 }
    return { from, kept, dropped, good, bad: own.length - good }
  })
  const { listenerId } = reference
  return { listenerId, bar, isChosen: chosenBar !== undefined, tens, advice: adviseBar(verdicts, bar) }
}
