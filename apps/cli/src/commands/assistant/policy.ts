import { setAssistantPolicyAct } from '@signalpost/administration/workspace'
import { assistantPolicies } from '@signalpost/authorization'
import { getAssistantPolicy } from '@signalpost/database/assistants'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'

const policySchema = z.enum(assistantPolicies, { error: `expected one of ${assistantPolicies.join(', ')}` })

export const assistantPolicy = defineCommand({
  path: 'assistant policy',
  summary: 'Show what assistants of a workspace may do, or set it.',
  parameters: {
    policy: optional('[policy]', "nothing, read, write after a person's yes, or write", policySchema),
    workspace: workspaceParameter,
  },
  run: async ({ database, perform }, { policy: chosen, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const policy = chosen ?? (await getAssistantPolicy(database, { orgId }))
    if (chosen !== undefined) await perform(setAssistantPolicyAct, { orgId, policy })
    return { json: { policy }, text: policy }
  },
})
