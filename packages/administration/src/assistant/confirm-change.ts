import { type Confirmation, decideConfirmation, findConfirmation } from '@signalpost/database/assistant-calls'
import { minuteMs, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActServices, type ActWork, defineAct } from '../define-act.ts'
import { assistantTarget } from './audited-assistant.ts'

const holdsMs = 5 * minuteMs

export const decisionSchema = z.enum(['allow', 'deny'])

const input = z.strictObject({
  orgId: orgIdSchema,
  confirmationId: z.string().max(200),
  decision: decisionSchema,
})

/**
 * Says yes or no to a change of one's own assistant. After a yes, the same call goes through once within five minutes.
 * Throws RejectedError: `not_found` for a question that is over or of anyone else, `conflict` for one that was decided.
 */
export const confirmChangeAct = defineAct({
  name: 'assistant.confirm',
  demands: 'person',
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: { decision, ...named },
  }: ActWork<z.output<typeof input>, Pick<ActServices, 'database' | 'nowMs'>>) => {
    const nowMs = services.nowMs()
    const asked = { ...named, personId: caller.actor.id, nowMs }
    const found = await getConfirmation(transaction, asked)
    const isDecided = await decideConfirmation(transaction, { ...asked, decision, endsMs: nowMs + holdsMs })
    if (!isDecided) throw new RejectedError('conflict', 'This change was decided already.')
    const { assistantId, tool } = found
    const state = { confirmationId: named.confirmationId, tool }
    const target = assistantTarget({ orgId: named.orgId, assistantId })
    return {
      result: { decision },
      change: { ...target, before: { ...state, decision: null }, after: { ...state, decision } },
    }
  },
})

/** Returns a question to a person. Throws RejectedError `not_found` once it is over, and for anyone else's. */
export async function getConfirmation(...call: Parameters<typeof findConfirmation>): Promise<Confirmation> {
  const found = await findConfirmation(...call)
  if (found !== undefined) return found
  throw new RejectedError(
    'not_found',
    'There is no such change to decide, or its five minutes are over. Let the assistant ask again.',
  )
}
