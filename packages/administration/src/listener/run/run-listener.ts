import type { ListenerReference } from '@signalpost/database/searching'
import { type RunReport, runListener } from '@signalpost/searching'
import type { z } from 'zod'
import type { ActCall } from '../../define-act.ts'
import { defineOperation, defineRead } from '../../define-operation.ts'
import { listenerReference } from '../listener-document.ts'
import { getOwnedListener, listenerTarget } from '../owned-listener.ts'
import { type SearchingActServices, withSearching } from '../searching-services.ts'
import { reportDocument } from './run-document.ts'

type Call = ActCall<z.output<typeof listenerReference>, SearchingActServices>

/** Platforms answer slowly, one page after the other. */
const http = {
  method: 'post',
  errors: ['not_found', 'conflict'],
  timeoutMs: 120_000,
  takesLong: true,
} as const

/**
 * Runs a listener now, whatever is due, also a paused one, and ends when what was found is kept. Throws RejectedError:
 * `not_found`, and `conflict` for a listener of an outside sender or one that another process runs for minutes.
 */
export const runListenerAct = defineOperation({
  name: 'listener.run',
  summary:
    'Run a listener now, even if it is not due, and show what it found with every point of each score.',
  demands: 'admin',
  input: listenerReference,
  http: { ...http, path: '/listeners/{id}/run' },
  around: async ({ services, input: reference }: Call, commit) => {
    const before = await findOwned(services, reference)
    const report = await withSearching(services, (searching) =>
      runListener(searching, { ...reference, dry: false }),
    )
    return commit(async (transaction) => {
      const { schedule } = await getOwnedListener(transaction, reference)
      const states = {
        before: { lastRunAt: before.schedule.lastRunAt },
        after: { lastRunAt: schedule.lastRunAt, ...countsOf(report) },
      }
      return { result: report, change: { ...listenerTarget(reference), ...states } }
    })
  },
  output: reportDocument,
})

/** Throws as `runListenerAct` does. */
export const tryListenerRead = defineRead({
  name: 'listener.try',
  summary: 'See what a first run of a listener would find, and keep nothing.',
  demands: 'admin',
  input: listenerReference,
  http: { ...http, path: '/listeners/{id}/try' },
  read: async ({ services, input: reference }: Call) => {
    await findOwned(services, reference)
    return withSearching(services, (searching) => runListener(searching, { ...reference, dry: true }))
  },
  output: reportDocument,
})

function findOwned({ database }: Pick<SearchingActServices, 'database'>, reference: ListenerReference) {
  return database.transaction().execute((transaction) => getOwnedListener(transaction, reference))
}

function countsOf({ searches }: RunReport): { fetched: number; kept: number; failedSearches: number } {
  return {
    fetched: searches.reduce((sum, { fetched }) => sum + fetched, 0),
    kept: searches.reduce((sum, { kept }) => sum + kept, 0),
    failedSearches: searches.filter(({ error }) => error !== null).length,
  }
}
