import { countFinds, findLiveScheduler, findSchedule, listSearches } from '@signalpost/database/searching'
import { defineCommand } from '../../command/define-command.ts'
import { record, table } from '../../terminal/table.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { getListener, listenerIdParameters, locateListener } from './find-listener.ts'

export const listenerShow = defineCommand({
  path: 'listener show',
  summary: 'Show a listener: its plan, its searches and what it found.',
  parameters: listenerIdParameters,
  run: async ({ database }, given) => {
    const reference = await locateListener(database, given)
    const listener = await getListener(database, reference)
    const schedule = await findSchedule(database, reference)
    if (schedule === undefined) {
      const { id: listenerId, ...document } = listener
      return {
        json: { listenerId, ...document, madeHere: false },
        text: record({ listener: listenerId, name: listener.name, 'made by': 'an outside sender' }),
      }
    }
    const scheduler = (await findLiveScheduler(database, reference)) ?? listener.scheduler
    const planned = await listSearches(database, reference)
    const searches = planned.map(({ cursor: _cursor, ...search }) => search)
    const finds = await countFinds(database, reference)
    const owned = { listener: { ...listener, scheduler }, schedule }
    const rows = searches.map((search) => [
      search.platform,
      search.query,
      search.searchedAt,
      search.blockedUntil,
      search.lastError,
    ])
    return {
      json: { ...listenerJson(owned), madeHere: true, searches, finds },
      text: [
        describeListener(owned),
        record({
          state: scheduler.state,
          'last run': scheduler.lastRunAt,
          'next run': scheduler.nextRunAt,
          error: scheduler.lastError,
          ...finds,
        }),
        '',
        table(['PLATFORM', 'QUERY', 'SEARCHED', 'WAITS UNTIL', 'ERROR'], rows),
      ].join('\n'),
    }
  },
})
