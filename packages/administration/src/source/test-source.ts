import { setTimeout as sleep } from 'node:timers/promises'
import { getSource, type Source } from '@signalpost/database/access'
import { firstEventBody, firstSignalId, instantOf, RejectedError } from '@signalpost/domain'
import { type PostAnswer, postOnce, type Sender } from '@signalpost/intake-client'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { openSender, type SendingServices } from './open-sender.ts'
import { sourceAudit, sourceReference } from './source-document.ts'

/** Every intake knows a new source within 5 s; until then it refuses what comes to its address. */
const unknownMs = 8_000
const againMs = 1_000
const timeLimitMs = 20_000

type Call = ActCall<z.output<typeof sourceReference>, ActServices & SendingServices>

/**
 * Sends an event about one signal to the intake, signed as the source signs. It goes the whole way of a delivery: signal,
 * rules, alerts. Throws RejectedError `not_found`, and `conflict` for a source that is disabled or has no secret.
 */
export const testSourceAct = defineOperation({
  name: 'source.test',
  summary: 'Send a first event as a source. It becomes a signal that alerts like any other.',
  demands: 'admin',
  input: sourceReference,
  http: {
    ...{ method: 'post', path: '/sources/{id}/test', errors: ['not_found', 'conflict'] },
    timeoutMs: timeLimitMs + 5_000,
  },
  around: async ({ services, input }: Call, commit) => {
    const source = await getSource(services.database, input)
    if (!source.enabled) throw new RejectedError('conflict', 'The source is disabled. Enable it first.')
    const sender = await openSender(services, source)
    const mark = services.nowMs().toString(36)
    const body = Buffer.from(firstEventBody({ orgId: source.orgId, mark, at: instantOf(services.nowMs()) }))
    const answer = await post(sender, source, { body, nowMs: services.nowMs })
    const result = answer.accepted
      ? { isAccepted: true, deliveryId: answer.deliveryIds[0] ?? null, reason: null }
      : { isAccepted: false, deliveryId: null, reason: answer.error.message }
    return commit(async () => ({
      result: { ...result, signalId: firstSignalId(mark) },
      // The source stays as it is; what was sent is what happened.
      change: { ...sourceAudit.targetOf(source), before: {}, after: { deliveryId: result.deliveryId } },
    }))
  },
  output: {
    description: 'What the intake answered.',
    schema: z.object({
      isAccepted: z.boolean(),
      deliveryId: z.string().nullable(),
      signalId: z.string().meta({ description: 'The signal that it becomes.' }),
      reason: z.string().nullable().meta({ description: 'Why the intake did not accept it.' }),
    }),
    of: (result) => result,
  },
})

type Given = { body: Buffer; nowMs: () => number }

async function post(sender: Sender, { createdAt }: Source, { body, nowMs }: Given): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeLimitMs)
  while (true) {
    const answer = await postOnce(sender, { body, eventId: null, signal })
    const isRefused = !answer.accepted && answer.reached && answer.error.code === 'signature_invalid'
    if (!isRefused || nowMs() - createdAt.getTime() > unknownMs) return answer
    await sleep(againMs)
  }
}
