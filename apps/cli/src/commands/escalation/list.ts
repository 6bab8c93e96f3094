import { listEscalations } from '@signalpost/database/rules'
import type { EscalationDefinition } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'
import { summariseConditions } from '../rule/describe-rule.ts'
import { stepText } from './step.ts'

/** An escalation stored by an older version has no holidays. */
function describeHours({
  hours,
  timeZone,
  holidays = [],
}: Partial<EscalationDefinition>): string | undefined {
  if (hours == null) return undefined
  const days = holidays.length === 1 ? 'holiday' : 'holidays'
  return `${hours} ${timeZone}${holidays.length === 0 ? '' : `, ${holidays.length} ${days}`}`
}

export const escalationList = defineCommand({
  path: 'escalation list',
  summary: "List a workspace's escalations, including those that ended, newest first.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const items = await listEscalations(database, orgId)
    const rows = items.map(({ escalationId, name, definition, endedAt }) => [
      escalationId,
      name,
      summariseConditions(definition.conditions),
      definition.unless.join(', '),
      definition.steps.map(stepText).join(' '),
      describeHours(definition),
      endedAt,
    ])
    return {
      json: { items },
      text: table(['ESCALATION', 'NAME', 'ESCALATES', 'UNLESS', 'STEPS', 'HOURS', 'ENDED'], rows),
    }
  },
})
