import { listSignalPage } from '@signalpost/administration/signal'
import type { Signal } from '@signalpost/domain'
import { createCursors } from '@signalpost/rest'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { readRemotePage } from '../../remote/read-remote-page.ts'
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
  run: async (context, { workspace, limit, cursor, ...given }) => {
    const { nowMs, remote, terminal } = context
    const { orgId } = await context.getWorkspace(workspace)
    const filters = signalFiltersOf(given, nowMs())
    // A relative time moves between two pages: the cursor carries the window, and is bound to the other filters.
    const { postedAfter: _after, postedBefore: _before, ...others } = given
    const readHere = () =>
      listSignalPage(
        { database: context.database, cursors: createCursors(...context.stores.masterKeys), nowMs },
        { scope: { route: 'signal list', orgId, filters: others }, filters, cursor, limit },
      )
    const page =
      remote === undefined
        ? await readHere()
        : await readRemotePage<Signal>(remote, `/w/${orgId}/signals`, { query: filters, limit, cursor })
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
