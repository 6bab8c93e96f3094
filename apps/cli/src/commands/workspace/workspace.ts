import { createWorkspaceAct, listWorkspacesLookup } from '@signalpost/administration/workspace'
import { createId } from '@signalpost/database'
import type { Workspace } from '@signalpost/database/access'
import { idPrefixIn, nameSchema, orgIdSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { onOff } from '../../parameters/on-off.ts'
import { optional, required, withDefault } from '../../parameters/parameter.ts'
import { record, table } from '../../terminal/table.ts'

export const workspaceList = defineCommand({
  path: 'workspace list',
  summary: 'List the workspaces.',
  access: { demands: 'viewer' },
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
    'fall-back channel': describeFallback(workspace),
  })
}

export function describeFallback({ fallbackChannelId }: Pick<Workspace, 'fallbackChannelId'>): string {
  return fallbackChannelId ?? 'none: mails to the admins'
}

export const workspaceCreate = defineCommand({
  path: 'workspace create',
  summary: createWorkspaceAct.summary,
  access: createWorkspaceAct,
  parameters: {
    name: required('--name <text>', 'the display name', nameSchema),
    id: optional(
      '--id <org>',
      'the id: org_ followed by a-z, 0-9, _ (default: a generated one)',
      orgIdSchema,
    ),
    plan: withDefault('--plan <name>', 'the name of the plan, for people', {
      schema: nameSchema,
      text: 'standard',
    }),
    accountIntelligence: withDefault(
      '--account-intelligence <on|off>',
      'whether the plan includes accounts',
      {
        schema: onOff,
        text: 'off',
      },
    ),
    analysisAllowance: withDefault('--analysis-allowance <n>', 'website analyses per month', {
      schema: wholeNumber({ min: 0, max: 1_000_000_000 }),
      text: '100',
    }),
  },
  run: async ({ perform, cell }, { id, ...settings }) => {
    const orgId = id ?? createId(idPrefixIn(cell, 'org_'))
    const workspace = await perform(createWorkspaceAct, { orgId, ...settings })
    return { json: workspace, text: describeWorkspace(workspace) }
  },
})
