import { listMembers } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { describePeople, showMember } from './describe-person.ts'

export const personList = defineCommand({
  path: 'person list',
  summary: 'List the people of a workspace, or of all workspaces.',
  parameters: { workspace: optional('--workspace <org>', 'only people of this workspace', orgIdSchema) },
  run: async ({ database }, { workspace }) => {
    if (workspace !== undefined) await getWorkspace(database, workspace)
    const items = (await listMembers(database, { orgId: workspace })).map(showMember)
    return { json: { items }, text: describePeople(items) }
  },
})
