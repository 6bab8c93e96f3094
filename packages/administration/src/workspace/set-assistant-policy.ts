import { type AssistantPolicy, assistantPolicies } from '@signalpost/authorization'
import { getAssistantPolicy, setAssistantPolicy } from '@signalpost/database/assistants'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'

const input = z.strictObject({ orgId: orgIdSchema, policy: z.enum(assistantPolicies) })

/** Sets what a workspace lets its assistants do; it holds everywhere within 5 s. Throws RejectedError `not_found`. */
export const setAssistantPolicyAct = defineOperation({
  name: 'workspace.set_assistant_policy',
  summary: 'Set what the workspace lets assistants do.',
  demands: 'admin',
  input,
  http: { method: 'patch', path: '/assistant-policy', errors: [], operationId: 'setAssistantPolicy' },
  example: { policy: 'confirm' },
  output: {
    description: 'It holds everywhere within 5 s.',
    schema: z.object({ policy: z.enum(assistantPolicies) }),
    of: ({ policy }: { policy: AssistantPolicy }) => ({ policy }),
  },
  run: async ({ transaction, input: { orgId, policy } }) => {
    const before = await getAssistantPolicy(transaction, { orgId })
    await setAssistantPolicy(transaction, { orgId, policy })
    const states = { before: { assistantPolicy: before }, after: { assistantPolicy: policy } }
    const target = { type: 'workspace', id: orgId }
    return { result: { policy }, change: changeBetween({ orgId, target, ...states }) }
  },
})
