import { readListener } from '@signalpost/administration/listener'
import { defineCommand } from '../../command/define-command.ts'
import { readableWidth, record, table } from '../../terminal/table.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerShow = defineCommand({
  path: 'listener show',
  summary: 'Show a listener: its plan, its searches and what it found.',
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const reference = await locateListener(context, given)
    const { listener, own } = await readListener(context.database, reference)
    if (own === undefined) {
      const { id: listenerId, ...document } = listener
      return {
        json: { listenerId, ...document, madeHere: false },
        text: record({ listener: listenerId, name: listener.name, 'made by': 'an outside sender' }),
      }
    }
    const { schedule, searches, finds } = own
    const { scheduler } = listener
    const owned = { listener, schedule }
    const fit = { width: readableWidth() }
    const rows = searches.map((search) => [
      search.platform,
      search.query,
      search.board,
      search.searchedAt,
      search.blockedUntil,
      search.lastError,
    ])
    return {
      json: { ...listenerJson(owned), madeHere: true, searches, finds },
      text: [
        describeListener(owned),
        record(
          {
            state: scheduler.state,
            'last run': scheduler.lastRunAt,
            'next run': scheduler.nextRunAt,
            error: scheduler.lastError,
            ...Object.fromEntries(
              Object.entries(finds).map(([state, count]) => [state.replaceAll('_', ' '), count]),
            ),
          },
          fit,
        ),
        '',
        table(['PLATFORM', 'QUERY', 'BOARD', 'SEARCHED', 'WAITS UNTIL', 'ERROR'], rows, fit),
        ...describeSkipped(searches),
      ].join('\n'),
    }
  },
})

/** Says of which searches posts could not be judged. */
function describeSkipped(
  searches: readonly { platform: string; skippedPosts: number; lastSkipped: string | null }[],
): string[] {
  return searches
    .filter(({ skippedPosts }) => skippedPosts > 0)
    .map(
      ({ platform, skippedPosts, lastSkipped }) =>
        `Skipped on ${platform}: ${skippedPosts} posts that could not be judged. The last is ${lastSkipped}.`,
    )
}
