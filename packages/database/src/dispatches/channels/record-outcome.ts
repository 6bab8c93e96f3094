import { type AttemptOutcome, type DisabledAfter, judgeChannelHealth } from '@signalpost/domain'
import type { DatabaseTransaction } from '../../database.ts'
import { suppressDisabled } from '../settle-dispatches.ts'
import {
  disableChannel,
  lockChannelHealth,
  pauseChannel,
  showChannelState,
  writeChannelHealth,
} from './channel-health.ts'

type Recorded = {
  channelId: string
  outcome: { outcome: AttemptOutcome; code?: string; retryAfterMs?: number }
  isProbe: boolean
  disabledAfter: DisabledAfter | undefined
  nowMs: number
}

/** Records what the outcome of one attempt means for its channel: a pause, its state, and the reason. */
export async function recordOutcome(
  transaction: DatabaseTransaction,
  { channelId, outcome: { outcome, code, retryAfterMs }, isProbe, disabledAfter, nowMs }: Recorded,
): Promise<void> {
  if (outcome === 'disabled') {
    await disableChannel(transaction, { channelId, reason: code ?? outcome })
    await suppressDisabled(transaction, nowMs)
    return
  }
  // No other outcome ends this pause: requests in flight may succeed after the one that asked for it.
  if (retryAfterMs !== undefined) await pauseChannel(transaction, { channelId, retryAfterMs, nowMs })
  const known = await lockChannelHealth(transaction, channelId)
  if (known === undefined) return
  const { state: shown, ...before } = known
  const { health, state, isGivenUp } = judgeChannelHealth({
    health: before,
    outcome,
    isProbe,
    disabledAfter,
    nowMs,
  })
  const sentAt = outcome === 'sent' ? new Date(nowMs) : undefined
  await writeChannelHealth(transaction, { channelId, health, sentAt })
  if (isGivenUp) await disableChannel(transaction, { channelId, reason: 'only_failures' })
  else if (state !== undefined && state !== shown) {
    const reason = state === 'degraded' ? (code ?? outcome) : null
    await showChannelState(transaction, { channelId, state, reason, nowMs })
  }
}
