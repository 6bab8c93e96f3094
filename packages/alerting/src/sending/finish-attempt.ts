import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Content, Outcome, SentRequest } from '@signalpost/channels'
import { type Database, type DatabaseTransaction, isStoreFault } from '@signalpost/database'
import {
  endAttempt,
  type Message,
  recordAlerted,
  recordOutcome,
  requestSignalEdits,
  settleMessage,
  settleSent,
  settleUnsent,
} from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { suppressAddress } from '@signalpost/database/rules'
import type { Signal } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { ConfiguredChannel } from '../alert-settings.ts'
import { requestFollowUps } from '../evaluating/request-follow-ups.ts'
import { type Judgement, judgeAttempt } from './judge-attempt.ts'
import { findTakenLead } from './people/find-taken-lead.ts'

type Dependencies = { database: Database; metrics: AlertMetrics; logger: Logger; nowMs: () => number }

type Attempted = {
  /** Includes the number of the attempt. */
  message: Message
  channel: ConfiguredChannel
  content: Content
  /** The signals in the message. */
  signalIds: string[]
  isProbe: boolean
  outcome: Outcome
  /** Undefined if nothing was sent. */
  request: SentRequest | undefined
  durationMs: number
}

const writesAtMost = 10
const pauseMs = 1_000

/**
 * Records the outcome of an attempt, and retries while the store is away. If the outcome is lost, the message is sent
 * twice.
 */
export async function finishAttempt(dependencies: Dependencies, attempted: Attempted): Promise<void> {
  const { metrics, logger } = dependencies
  const { message, channel, outcome, durationMs } = attempted
  metrics.countAttempt(channel.kind.kind, outcome, durationMs)
  const judgement = await writeEnd(dependencies, attempted)
  await editIfChanged(dependencies, attempted)
  const { messageId, orgId, channelId, ruleId, signalId, digestId } = message
  if (judgement.status === 'sent' && message.kind !== 'digest' && !message.isReplay) {
    metrics.observeSent(channel.kind.kind, dependencies.nowMs() - message.createdAt.getTime())
  }
  logger.info(
    {
      messageId,
      orgId,
      channelId,
      ruleId,
      signalId,
      digestId,
      channel: channel.kind.kind,
      kind: message.kind,
      attempt: message.attempts,
      outcome: outcome.outcome,
      httpStatus: outcome.httpStatus,
      code: outcome.code,
      status: judgement.status,
      durationMs,
    },
    'dispatch.attempted',
  )
}

/**
 * Evaluating edits what it finds sent, so what it changed while the attempt was on its way is found here: after the
 * commit of the reference, so that one of both sees the other.
 */
async function editIfChanged(
  { database, logger, nowMs }: Dependencies,
  { message: { messageId, orgId }, content, outcome: { reference } }: Attempted,
): Promise<void> {
  if (reference === undefined || !('alert' in content)) return
  const { items } = content.alert
  try {
    const changed: string[] = []
    for (const sent of items) {
      const signal = await findSignal(database, { orgId, signalId: sent.id })
      if (signal !== undefined && !isDeepStrictEqual(actsOn(signal), actsOn(sent))) changed.push(sent.id)
    }
    if (changed.length === 0) return
    await database
      .transaction()
      .execute((transaction) =>
        requestSignalEdits(transaction, { orgId, signalIds: changed, messageId, nowMs: nowMs() }),
      )
  } catch (error) {
    if (!isStoreFault(error)) throw error
    logger.warn({ messageId, orgId, err: error }, 'edit.not-requested')
  }
}

async function writeEnd(dependencies: Dependencies, attempted: Attempted): Promise<Judgement> {
  for (let write = 1; ; write += 1) {
    try {
      return await dependencies.database
        .transaction()
        .execute((transaction) => end(transaction, attempted, dependencies.nowMs()))
    } catch (error) {
      if (!isStoreFault(error) || write === writesAtMost) throw error
      await delay(pauseMs)
    }
  }
}

async function end(
  transaction: DatabaseTransaction,
  attempted: Attempted,
  nowMs: number,
): Promise<Judgement> {
  const { message, channel, signalIds, isProbe, outcome, request, durationMs } = attempted
  const { messageId, orgId, channelId, recipient, attempts: number } = message
  const judgement = judgeAttempt({ channel: channel.kind, message, outcome, nowMs })
  const isSent = judgement.status === 'sent'
  if (isSent) await recordAlerted(transaction, { orgId, signalIds, nowMs })
  // A process that found the lease expired has judged it already.
  const isOurs = await settleMessage(transaction, { message, settlement: { ...judgement, request }, nowMs })
  const { answer, httpStatus, code } = outcome
  const attemptEnd = { outcome: outcome.outcome, httpStatus, code, durationMs, answer }
  await endAttempt(transaction, { messageId, number, end: attemptEnd })
  if (isSent) {
    await settleSent(transaction, message, nowMs)
    const signals = takenSinceRaised(attempted)
    await requestFollowUps(transaction, [channel], { orgId, signals, messageId, nowMs })
  } else if (isOurs && judgement.status !== 'pending') {
    await settleUnsent(transaction, message, { status: judgement.status, reason: judgement.reason })
  }
  if (judgement.isRecipientRefused === true) {
    await suppressAddress(transaction, {
      orgId,
      channelId,
      address: recipient,
      reason: 'refused',
      until: null,
    })
  }
  const { disabledAfter } = channel.kind
  await recordOutcome(transaction, { channelId, outcome, isProbe, disabledAfter, nowMs })
  return judgement
}

/** Returns what people did with a signal. */
function actsOn({ assignedTo, acknowledgedAt, feedback, readAt }: Signal): unknown[] {
  return [assignedTo, acknowledgedAt, feedback, readAt]
}

/**
 * Returns the signals that someone may have taken while their alert was on its way: evaluating found it unsent then. A
 * replay is sent whatever people did before.
 */
function takenSinceRaised({ content, message }: Attempted): Map<string, string | null> {
  const { items } = 'alert' in content ? content.alert : { items: [] }
  const signals = items.filter((signal) => {
    const taken = findTakenLead(signal)
    return taken === undefined || (!message.isReplay && taken.atMs >= message.createdAt.getTime())
  })
  return new Map(signals.map(({ id }) => [id, message.traceparent]))
}
