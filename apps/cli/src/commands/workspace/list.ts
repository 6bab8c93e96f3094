import { listWorkspacesLookup } from '@signalpost/administration/workspace'
import type { Workspace } from '@signalpost/database/access'
import { defineCommand } from '../../command/define-command.ts'
import { record, table } from '../../terminal/table.ts'

export const workspaceList = defineCommand({
  path: 'workspace list',
  summary: 'List the workspaces.',
  parameters: {},
  run: async (context) => {
    if (context.remote !== undefined) {
      const session = await context.remote.request('get', '/session')
      // The cast: the console answers so.
      const { workspaces } = session as {
        workspaces: { orgId: string; name: string; plan: string; role: string }[]
      }
      const own = workspaces.map(({ orgId, name, plan, role }) => [orgId, name, plan, role])
      return { json: { items: workspaces }, text: table(['WORKSPACE', 'NAME', 'PLAN', 'YOUR ROLE'], own) }
    }
    const items = await context.call(listWorkspacesLookup, {})
    const rows = items.map((item) => [
      item.orgId,
      item.name,
      item.plan,
      item.accountIntelligence,
      item.analysisAllowance,
      item.retentionDays ?? 'default',
      item.createdAt,
    ])
    const head = ['WORKSPACE', 'NAME', 'PLAN', 'ACCOUNTS', 'ANALYSES', 'DAYS KEPT', 'CREATED']
    return { json: { items }, text: table(head, rows) }
  },
})

export function describeWorkspace(workspace: Workspace): string {
  return record({
    workspace: workspace.orgId,
    name: workspace.name,
    plan: workspace.plan,
    'account intelligence': workspace.accountIntelligence,
    'analyses a month': workspace.analysisAllowance,
    'deliveries kept, days': workspace.retentionDays ?? 'default',
    'requests a minute': workspace.mostRequestsPerMinute ?? 'default',
    'open jobs': workspace.mostOpenJobs ?? 'default',
    listeners: workspace.mostListeners ?? 'default',
    'fall-back channel': workspace.fallbackChannelId ?? 'none: mails to the admins',
  })
}
