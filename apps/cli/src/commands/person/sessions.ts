import { listSessionsLookup } from '@signalpost/administration/person'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { readPages } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

export const personSessions = defineCommand({
  path: 'person sessions',
  summary: 'List where a person is logged in.',
  parameters: { personId: required('<id>', 'the person') },
  run: async (context, { personId }) => {
    const items = await read(context, personId)
    const rows = items.map(({ sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent }) => [
      ...[sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent],
    ])
    const heads = ['SESSION', 'KIND', 'LOGGED IN', 'USED', 'ENDS UNUSED', 'ADDRESS', 'PROGRAM']
    return { json: { items }, text: table(heads, rows) }
  },
})

async function read({ call, getWorkspace, remote }: CommandContext, personId: string) {
  if (remote === undefined) return call(listSessionsLookup, { personId })
  const { orgId } = await getWorkspace(undefined, { noun: 'person', id: personId })
  const sessions = await readPages(remote, `/w/${orgId}/people/${encodeURIComponent(personId)}/sessions`)
  return sessions as Awaited<ReturnType<typeof listSessionsLookup.perform>> // the cast: the console answers so
}
