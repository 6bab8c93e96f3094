import {
  type Assistant,
  type AssistantEnd,
  endAssistants,
  lockAssistant,
} from '@signalpost/database/assistants'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActServices, type ActWork, type Done, defineAct } from '../define-act.ts'
import { defineOperation, nothing } from '../define-operation.ts'
import { assistantAudit } from './assistant-document.ts'

const input = z.strictObject({ assistantId: z.string(), orgId: orgIdSchema.optional() })

type Work = ActWork<z.output<typeof input>, Pick<ActServices, 'database' | 'nowMs'>>

/** Ends an assistant of the caller; every process refuses it within 5 s. Throws RejectedError `not_found`. */
export const disconnectAssistantAct = defineAct({
  name: 'assistant.disconnect',
  demands: 'person',
  input,
  run: async (work: Work) => {
    const before = await lockAssistant(work.transaction, work.input)
    if (before.personId !== work.caller.actor.id) {
      throw new RejectedError('not_found', 'You have no such assistant.')
    }
    return endFor(work, before, 'person')
  },
})

/** Ends an assistant of anyone in the workspace, as above. */
export const revokeAssistantAct = defineOperation({
  name: 'assistant.revoke',
  summary: 'End an assistant. Every process refuses it within 5 s.',
  demands: 'admin',
  input,
  http: { method: 'delete', path: '/assistants/{id}', status: 204, errors: ['not_found'] },
  output: { ...nothing, description: 'Every process refuses it within 5 s.' },
  run: async (work: Work) => endFor(work, await lockAssistant(work.transaction, work.input), 'admin'),
})

async function endFor(
  { transaction, services }: Work,
  before: Assistant,
  reason: AssistantEnd,
): Promise<Done<Assistant>> {
  const nowMs = services.nowMs()
  const { assistantId } = before
  const ended = await endAssistants(transaction, { assistantId, nowMs, reason })
  const after = ended.length === 0 ? before : { ...before, endedAt: new Date(nowMs), endReason: reason }
  return assistantAudit.changed(before, after)
}
