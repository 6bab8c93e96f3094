import type { Channel, Outcome } from '@signalpost/channels'
import type { Message, MessageSettlement } from '@signalpost/database/dispatches'

const jitterShare = 0.2
export const workerLost = 'worker_lost'
const abandonedAtMost = 5

export type Judgement = MessageSettlement & { isRecipientRefused?: boolean }

/** What an attempt's outcome makes of its message: the one place where it is decided whether it is sent again. */
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
    const spread = 1 - jitterShare + 2 * jitterShare * random()
    if (delayMs !== undefined) {
      return { status: 'pending', reason, failures, dueMs: nowMs + Math.max(delayMs * spread, atLeastMs) }
    }
    // It rests until it has expired, which is told later.
    if (message.expiresAt !== null) {
      return { status: 'pending', reason, failures, dueMs: message.expiresAt.getTime() }
    }
    return { status: 'failed', reason, failures }
  }
  switch (outcome.outcome) {
    case 'sent':
      return { status: 'sent', reference: outcome.reference }
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

/**
 * What becomes of a message whose worker died while it sent. It may have arrived; yet the receiver is not to blame, so
 * an alert is sent again at once, unless it is what workers die of.
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
  const isLeft = message.kind === 'digest' && !channel.recognisesRepeats
  return isLeft || ambiguities > abandonedAtMost
    ? { status: 'unknown', reason, ambiguities }
    : { status: 'pending', reason, ambiguities, dueMs: nowMs }
}
