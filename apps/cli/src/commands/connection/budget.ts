import { setConnectionBudgetAct } from '@signalpost/administration/connection'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, optional, required } from '../../parameters/parameter.ts'
import { budgetOptionSchema } from './budget-text.ts'
import { describeConnection } from './describe-connection.ts'

export const connectionBudget = defineCommand({
  path: 'connection budget',
  summary: 'Change how many requests a connection may make in a window of time.',
  parameters: {
    connectionId: required('<id>', 'the connection'),
    workspace: workspaceOfIdParameter,
    budget: optional('--budget <n/window>', 'at most so many requests, such as 100/1d', budgetOptionSchema),
    reset: flag('--reset', "return to the platform's own budget"),
  },
  run: async ({ perform }, { connectionId, workspace, budget, reset }) => {
    if ((budget === undefined) !== reset) throw new UsageError('--budget is needed, or --reset')
    const input = { connectionId, orgId: workspace, budget: budget ?? null }
    const connection = await perform(setConnectionBudgetAct, input)
    return { json: connection, text: describeConnection(connection) }
  },
})
