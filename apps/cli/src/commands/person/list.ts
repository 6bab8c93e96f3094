import { listMembersLookup } from '@signalpost/administration/person'
import { orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { readPages } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

type Shown = {
  personId: string
  email: string | null
  /** False for an address that an admin typed and no one proved. */
  emailProven: boolean
  name: string | null
  orgId: string | null
  role: string | null
  operator: boolean
  lastSeenAt: Date | string | null
  disabledAt: Date | string | null
}

export const personList = defineCommand({
  path: 'person list',
  summary: 'List the people of a workspace, or of all workspaces.',
  parameters: { workspace: optional('--workspace <org>', 'only people of this workspace', orgIdSchema) },
  run: async (context, { workspace }) => {
    const { remote } = context
    const isOne = remote !== undefined || workspace !== undefined
    const orgId = isOne ? (await context.getWorkspace(workspace)).orgId : undefined
    const items: Shown[] =
      remote === undefined
        ? await context.call(listMembersLookup, { orgId })
        : ((await readPages(remote, `/w/${orgId}/people`)) as Shown[]).map((one) => ({
            ...one,
            orgId: orgId ?? null,
          })) // the cast: the console answers so
    const rows = items.map((person) => [
      person.personId,
      person.emailProven ? (person.email ?? person.name) : `${person.email} (not proven)`,
      person.orgId,
      person.role,
      person.operator ? 'yes' : 'no',
      person.lastSeenAt,
      person.disabledAt,
    ])
    const head = ['PERSON', 'EMAIL', 'WORKSPACE', 'ROLE', 'OPERATOR', 'LAST SEEN', 'DISABLED']
    return { json: { items }, text: table(head, rows) }
  },
})
