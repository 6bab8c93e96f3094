import type { Channel, Outcome } from '@signalpost/channels'
import type { Message, MessageSettlement } from '@signalpost/database/dispatches'
import { variedDelayMs } from '@signalpost/domain'

export const workerLost = 'worker_lost'
const abandonedAtMost = 5

export type Judgement = MessageSettlement & { isRecipientRefused?: boolean }

/** Decides what an attempt's outcome means for its message. The only place that decides whether to send again. */
export function judgeAttempt({
  channel,
  message,
  outcome,
  nowMs,
  random = Math.random,
}: {
  channel: Pick<Channel, 'retryDelaysMs' | 'recognisesRepeats'>
  message: Pick<Message, 'kind' | 'failures' | 'ambiguities' | 'expiresAt'>
  outcome: Outcome
  nowMs: number
  random?: () => number
}): Judgement {
  const reason = outcome.code ?? outcome.outcome
  const retry = (atLeastMs = 0): Judgement => {
    const failures = message.failures + 1
    const delayMs = channel.retryDelaysMs[message.failures]
    if (delayMs !== undefined) {
      return {
        status: 'pending',
        reason,
        failures,
        dueMs: nowMs + Math.max(variedDelayMs(delayMs, random), atLeastMs),
      }
    }
    // The alert stays until it expires, which is reported later.
    if (message.expiresAt !== null) {
      return { status: 'pending', reason, failures, dueMs: message.expiresAt.getTime() }
    }
    return { status: 'failed', reason, failures }
  }
  const { reference } = outcome
  return { ...judge(), reference }

  function judge(): Judgement {
    switch (outcome.outcome) {
      case 'sent':
        return { status: 'sent' }
      case 'retry':
        return retry(outcome.retryAfterMs)
      case 'throttled':
        return { status: 'pending', reason, dueMs: nowMs }
      case 'ambiguous': {
        const ambiguities = message.ambiguities + 1
        if (channel.recognisesRepeats) return { ...retry(), ambiguities }
        if (message.kind === 'digest' || ambiguities > 1) return { status: 'unknown', reason, ambiguities }
        const delayMs = channel.retryDelaysMs[0] ?? 0
        return { status: 'pending', reason, ambiguities, dueMs: nowMs + delayMs }
      }
      case 'rejected':
        return { status: 'failed', reason, isRecipientRefused: outcome.suppressRecipient ?? false }
      case 'disabled':
        return { status: 'suppressed', reason: 'channel_disabled' }
    }
  }
}

/**
 * Decides what happens to a message whose worker died while sending. It may have arrived. The receiver is not to blame,
 * so an alert is sent again at once, unless it keeps killing workers.
 */
export function judgeAbandoned({
  channel,
  message,
  nowMs,
}: {
  channel: Pick<Channel, 'recognisesRepeats'>
  message: Pick<Message, 'kind' | 'ambiguities'>
  nowMs: number
}): Judgement {
  const ambiguities = message.ambiguities + 1
  const reason = workerLost
  const isUnrepeatable = message.kind === 'digest' && !channel.recognisesRepeats
  return isUnrepeatable || ambiguities > abandonedAtMost
    ? { status: 'unknown', reason, ambiguities }
    : { status: 'pending', reason, ambiguities, dueMs: nowMs }
}
