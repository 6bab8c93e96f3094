import {
  listMembersLookup,
  listPeopleRead,
  listPersonSessionsRead,
  listSessionsLookup,
} from '@signalpost/administration/person'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { findOwnSessions } from './own-sessions.ts'

export const personList = defineCommand({
  path: 'person list',
  summary: `${listPeopleRead.summary} Without --workspace, those of all workspaces.`,
  access: listPeopleRead,
  parameters: { workspace: optional('--workspace <org>', 'only people of this workspace', orgIdSchema) },
  run: async ({ call, getWorkspace }, { workspace }) => {
    // Throws where there is none.
    if (workspace !== undefined) await getWorkspace(workspace)
    const items = await call(listMembersLookup, { orgId: workspace })
    const rows = items.map((person) => [
      person.personId,
      person.name,
      person.emailProven ? person.email : `${person.email} (not proven)`,
      person.orgId,
      person.role,
      person.operator ? 'yes' : 'no',
      person.lastSeenAt,
      person.disabledAt,
    ])
    const head = ['PERSON', 'NAME', 'EMAIL', 'WORKSPACE', 'ROLE', 'OPERATOR', 'LAST SEEN', 'DISABLED']
    return { json: { items }, text: table(head, rows) }
  },
})

export const personSessions = defineCommand({
  path: 'person sessions',
  summary: 'List where a person is logged in. Everyone may for themselves.',
  access: listPersonSessionsRead,
  parameters: { personId: required('<id>', 'the person', idSchema) },
  run: async ({ call, remote }, { personId }) => {
    const own = await findOwnSessions(remote, personId)
    const items = own === undefined ? await call(listSessionsLookup, { personId }) : await own.list()
    const rows = items.map(({ sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent }) => [
      ...[sessionId, kind, loggedInAt, usedAt, endsUnusedAt, address, agent],
    ])
    const heads = ['SESSION', 'KIND', 'LOGGED IN', 'USED', 'ENDS UNUSED', 'ADDRESS', 'PROGRAM']
    return { json: { items }, text: table(heads, rows) }
  },
})
