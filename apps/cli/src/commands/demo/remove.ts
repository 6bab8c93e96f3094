import { removeDemoAct } from '@signalpost/administration/demo'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'

export const demoRemove = defineCommand({
  path: 'demo remove',
  summary: 'Take away all that the demo brought into a workspace, and nothing else.',
  parameters: { workspace: workspaceParameter },
  run: async ({ database, perform, confirm }, { workspace }) => {
    const { orgId, name } = await getWorkspace(database, workspace)
    await confirm(`Remove the demo data from the workspace ${name}?`)
    const removed = await perform(removeDemoAct, { orgId })
    return {
      json: { orgId, ...removed },
      text: `Removed ${removed.records} records and ${removed.deliveries} deliveries of the demo.`,
    }
  },
})
