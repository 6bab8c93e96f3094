import { usedSinceMs } from '@signalpost/authorization'
import { getPerson, listSessions } from '@signalpost/database/people'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const personSessions = defineCommand({
  path: 'person sessions',
  summary: 'List where a person is logged in.',
  parameters: { personId: required('<id>', 'the person') },
  run: async ({ database, nowMs: clock }, { personId }) => {
    await getPerson(database, { personId })
    const nowMs = clock()
    const items = await listSessions(database, { personId, nowMs, usedSinceMs: usedSinceMs(nowMs) })
    const rows = items.map(({ sessionId, loggedInAt, usedAt, address, agent }) => [
      ...[sessionId, loggedInAt, usedAt, address, agent],
    ])
    return { json: { items }, text: table(['SESSION', 'LOGGED IN', 'USED', 'ADDRESS', 'BROWSER'], rows) }
  },
})
