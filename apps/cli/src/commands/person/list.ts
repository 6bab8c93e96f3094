import { listMembers } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { readPages, revive } from '../../remote/call-operation.ts'
import { describePeople, type ShownPerson, showMember } from './describe-person.ts'

export const personList = defineCommand({
  path: 'person list',
  summary: 'List the people of a workspace, or of all workspaces.',
  parameters: { workspace: optional('--workspace <org>', 'only people of this workspace', orgIdSchema) },
  run: async (context, { workspace }) => {
    const { remote } = context
    if (remote !== undefined) {
      const { orgId } = await context.getWorkspace(workspace)
      const people = await readPages(remote, `/w/${orgId}/people`)
      const found = people.map((person) => revive({ orgId, ...(person as object) }) as ShownPerson) // the casts: the console answers so
      return { json: { items: found }, text: describePeople(found) }
    }
    if (workspace !== undefined) await context.getWorkspace(workspace)
    const items = (await listMembers(context.database, { orgId: workspace })).map(showMember)
    return { json: { items }, text: describePeople(items) }
  },
})
