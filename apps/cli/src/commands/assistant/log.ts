import { listAssistantCalls } from '@signalpost/database/assistant-calls'
import { idSchema, instantOf } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import { table } from '../../terminal/table.ts'

export const assistantLog = defineCommand({
  path: 'assistant log',
  summary: 'List the calls of assistants in a workspace, the newest first. They are kept 90 days.',
  parameters: {
    workspace: workspaceParameter,
    since: optional('--since <time>', 'only calls since this time, ISO or relative such as 24h', pastMoment),
    person: optional('--person <id>', 'only calls of the assistants of this person', idSchema),
    limit: withDefault('--limit <n>', 'the most calls to list, at most 1000', {
      schema: wholeNumber({ min: 1, max: 1000 }),
      text: '50',
    }),
  },
  run: async ({ database, nowMs }, { workspace, since, person, limit }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const sinceMs = since?.(nowMs())
    const calls = await listAssistantCalls(database, {
      ...{ orgId, limit, personId: person },
      since: sinceMs === undefined ? undefined : instantOf(sinceMs),
    })
    const items = calls.map(({ callId: _callId, orgId: _orgId, ...call }) => call)
    const rows = items.map(({ at, assistantId, personId, tool, outcome, rows: found, milliseconds }) => [
      ...[at, assistantId, personId, tool, outcome, String(found), String(milliseconds)],
    ])
    const head = ['AT', 'ASSISTANT', 'PERSON', 'TOOL', 'OUTCOME', 'ROWS', 'MS']
    return { json: { items }, text: table(head, rows) }
  },
})
