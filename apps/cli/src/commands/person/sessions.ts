import { listSessionsLookup } from '@signalpost/administration/person'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const personSessions = defineCommand({
  path: 'person sessions',
  summary: 'List where a person is logged in.',
  parameters: { personId: required('<id>', 'the person') },
  run: async ({ call }, { personId }) => {
    const items = await call(listSessionsLookup, { personId })
    const rows = items.map(({ sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent }) => [
      ...[sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent],
    ])
    const heads = ['SESSION', 'KIND', 'LOGGED IN', 'USED', 'ENDS UNUSED', 'ADDRESS', 'PROGRAM']
    return { json: { items }, text: table(heads, rows) }
  },
})
