import { type Confirmation, decideConfirmation, findConfirmation } from '@signalpost/database/assistant-calls'
import { minuteMs, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices, ActWork } from '../define-act.ts'
import { defineDocument, defineOperation } from '../define-operation.ts'
import { assistantAudit, clientSchema } from './assistant-document.ts'

const holdsMs = 5 * minuteMs

const decisionSchema = z.enum(['allow', 'deny'])

const reference = z.strictObject({ orgId: orgIdSchema, confirmationId: z.string().max(200) })
const input = reference.extend({ decision: decisionSchema })
const path = '/assistant-confirmations/{confirmationId}'

/**
 * Says yes or no to a change of one's own assistant. After a yes, the same call goes through once within five minutes.
 * Throws RejectedError: `not_found` for a question that is over or of anyone else, `conflict` for one that was decided.
 */
export const confirmChangeAct = defineOperation({
  name: 'assistant.confirm',
  summary: 'Allow or deny a change of your assistant.',
  demands: 'viewer',
  input,
  http: { method: 'post', path, errors: ['not_found', 'conflict'], operationId: 'decideConfirmation' },
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
    const target = assistantAudit.targetOf({ orgId: named.orgId, assistantId })
    return {
      result: { decision },
      change: { ...target, before: { ...state, decision: null }, after: { ...state, decision } },
    }
  },
  output: {
    description: 'After `allow`, the same call goes through once within 5 minutes.',
    schema: z.object({ decision: decisionSchema }),
    of: (result) => result,
  },
})

/** Throws RejectedError `not_found` once the question is over, and for anyone else's. */
export const getConfirmationRead = defineDocument({
  name: 'assistant.get_confirmation',
  summary: 'See a change that your assistant may make once you allow it.',
  demands: 'viewer',
  input: reference,
  http: { method: 'get', path, errors: ['not_found'], operationId: 'getConfirmation' },
  read: ({ services: { database, nowMs }, caller, input: asked }) =>
    getConfirmation(database, { ...asked, personId: caller.actor.id, nowMs: nowMs() }),
  output: {
    description: 'The change in words.',
    schema: z.object({
      client: clientSchema.pick({ name: true, host: true }),
      assistantId: z.string(),
      title: z.string(),
      reason: z.string(),
      facts: z.array(
        z.object({
          label: z.string(),
          text: z.string(),
          record: z
            .object({ type: z.enum(['signal', 'account', 'deal', 'list']), id: z.string() })
            .optional()
            .meta({ description: 'The record that it names.' }),
        }),
      ),
      endsAt: z.iso.datetime(),
      decision: decisionSchema.nullable(),
    }),
    of: ({ assistantId, clientName, clientHost, shown, endsAt, decision }) => ({
      ...{ client: { name: clientName, host: clientHost }, assistantId, ...shown },
      ...{ endsAt: endsAt.toISOString(), decision },
    }),
  },
})

async function getConfirmation(...call: Parameters<typeof findConfirmation>): Promise<Confirmation> {
  const found = await findConfirmation(...call)
  if (found !== undefined) return found
  throw new RejectedError(
    'not_found',
    'There is no such change to decide, or its five minutes are over. Let the assistant ask again.',
  )
}
