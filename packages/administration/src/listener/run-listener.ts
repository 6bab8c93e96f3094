import type { ListenerReference } from '@signalpost/database/searching'
import { orgIdSchema } from '@signalpost/domain'
import { type RunReport, runListener } from '@signalpost/searching'
import { z } from 'zod'
import { type ActCall, defineAct } from '../define-act.ts'
import { getOwnedListener, listenerTarget } from './owned-listener.ts'
import { type SearchingActServices, withSearching } from './searching-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, listenerId: z.string() })

type Call = ActCall<z.output<typeof input>, SearchingActServices>

/**
 * Runs a listener now, whatever is due, also a paused one, and ends when what was found is kept. Throws RejectedError:
 * `not_found`, and `conflict` for a listener of an outside sender or one that another process runs for minutes.
 */
export const runListenerAct = defineAct({
  name: 'listener.run',
  demands: 'admin',
  input,
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
})

/** Returns what a first run of a listener would find, and keeps nothing. Throws as `runListenerAct` does. */
export async function tryListener(
  services: Omit<SearchingActServices, 'cell'>,
  reference: ListenerReference,
): Promise<RunReport> {
  await findOwned(services, reference)
  return withSearching(services, (searching) => runListener(searching, { ...reference, dry: true }))
}

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
