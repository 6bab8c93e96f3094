import { listRules } from '@signalpost/database/rules'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'
import { summariseConditions } from './describe-rule.ts'

export const ruleList = defineCommand({
  path: 'rule list',
  summary: "List a workspace's rules in the order of evaluation.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listRules(database, orgId)
    const rows = items.map(({ position, ruleId, name, enabled, definition }) => [
      position,
      ruleId,
      name,
      enabled,
      definition.mode,
      definition.channels === 'all' ? 'all' : definition.channels.length,
      summariseConditions(definition.conditions),
    ])
    const head = ['PLACE', 'RULE', 'NAME', 'ENABLED', 'MODE', 'CHANNELS', 'ANNOUNCES']
    return { json: { items }, text: table(head, rows) }
  },
})
