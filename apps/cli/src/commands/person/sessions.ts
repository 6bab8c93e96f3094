import { endsOf, openSince } from '@signalpost/authorization'
import { getPerson, listSessions } from '@signalpost/database/people'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const personSessions = defineCommand({
  path: 'person sessions',
  summary: 'List where a person is logged in.',
  parameters: { personId: required('<id>', 'the person') },
  run: async ({ database, sessionTimes, nowMs: clock }, { personId }) => {
    await getPerson(database, { personId })
    const nowMs = clock()
    const sessions = await listSessions(database, { personId, nowMs, ...openSince(sessionTimes, nowMs) })
    const items = sessions.map((session) => ({ ...session, ...endsOf(session, sessionTimes) }))
    const rows = items.map(({ sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent }) => [
      ...[sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent],
    ])
    const heads = ['SESSION', 'KIND', 'LOGGED IN', 'USED', 'ENDS UNUSED', 'ADDRESS', 'PROGRAM']
    return { json: { items }, text: table(heads, rows) }
  },
})
