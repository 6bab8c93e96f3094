import { assistantPolicies } from '@signalpost/authorization'
import { getAssistantPolicy, setAssistantPolicy } from '@signalpost/database/assistants'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'

const input = z.strictObject({ orgId: orgIdSchema, policy: z.enum(assistantPolicies) })

/** Sets what a workspace lets its assistants do; it holds everywhere within 5 s. Throws RejectedError `not_found`. */
export const setAssistantPolicyAct = defineAct({
  name: 'workspace.set_assistant_policy',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { orgId, policy } }) => {
    const before = await getAssistantPolicy(transaction, { orgId })
    await setAssistantPolicy(transaction, { orgId, policy })
    const states = { before: { assistantPolicy: before }, after: { assistantPolicy: policy } }
    const target = { type: 'workspace', id: orgId }
    return { result: { policy }, change: changeBetween({ orgId, target, ...states }) }
  },
})
