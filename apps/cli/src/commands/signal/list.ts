import { listSignalPage } from '@signalpost/administration/signal'
import { createCursors } from '@signalpost/rest'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { readText } from '../../terminal/read-text.ts'
import { table } from '../../terminal/table.ts'
import { signalFilterParameters, signalFiltersOf } from './filter-parameters.ts'

export const signalList = defineCommand({
  path: 'signal list',
  summary: 'List signals, the best score first.',
  parameters: {
    workspace: workspaceParameter,
    ...signalFilterParameters,
    limit: withDefault('--limit <n>', 'the page size, at most 1000', {
      schema: wholeNumber({ min: 1, max: 1000 }),
      text: '50',
    }),
    cursor: optional('--cursor <cursor>', 'the nextCursor of the previous page'),
  },
  run: async ({ database, stores, nowMs, terminal }, { workspace, limit, cursor, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    // A relative time moves between two pages: the cursor carries the window, and is bound to the other filters.
    const { postedAfter: _after, postedBefore: _before, ...others } = given
    const page = await listSignalPage(
      { database, cursors: createCursors(...stores.masterKeys), nowMs },
      {
        scope: { route: 'signal list', orgId, filters: others },
        filters: signalFiltersOf(given, nowMs()),
        cursor,
        limit,
      },
    )
    const nextCursor = page.nextCursor ?? undefined
    if (nextCursor !== undefined) terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
    const rows = page.items.map((signal) => [
      signal.id,
      signal.relevanceScore,
      signal.urgency,
      signal.classification,
      signal.source,
      signal.postedAt,
      signal.assignedTo?.userId,
      signal.feedback?.verdict,
      readText(signal.title),
    ])
    const head = [
      'SIGNAL',
      'SCORE',
      'URGENCY',
      'CLASS',
      'SOURCE',
      'POSTED',
      'ASSIGNED TO',
      'VERDICT',
      'TITLE',
    ]
    return { json: { items: page.items, nextCursor }, text: table(head, rows) }
  },
})
