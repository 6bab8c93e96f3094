import {
  type AcknowledgeTokens,
  type ChannelServices,
  type Content,
  type Outcome,
  recordSending,
  type SentRequest,
  type UnsubscribeTokens,
} from '@signalpost/channels'
import { type Database, type DatabaseTransaction, isStoreFault, type SecretBox } from '@signalpost/database'
import {
  beginAttempt,
  gatherMessages,
  type Lane,
  lockCompanions,
  lockMessage,
  type Message,
  moveToDigest,
  openDigest,
  readDigestItems,
  settleMessage,
  settleUnsent,
} from '@signalpost/database/dispatches'
import { openChannelSecrets } from '@signalpost/database/rules'
import type { Logger } from '@signalpost/runtime'
import type { Span, Tracer } from '@signalpost/tracing'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { AlertSettings, AlertSettingsCache, ConfiguredChannel } from '../alert-settings.ts'
import { finishAttempt } from './finish-attempt.ts'
import { linksOf } from './message-links.ts'
import { prepareMessage } from './prepare-message.ts'
import { endAttemptSpan, startAttemptSpan } from './trace-attempt.ts'

export type SendDependencies = {
  database: Database
  settings: AlertSettingsCache
  services: ChannelServices
  unsubscribeTokens: UnsubscribeTokens
  acknowledgeTokens: AcknowledgeTokens
  secretBox: SecretBox
  metrics: AlertMetrics
  logger: Logger
  nowMs: () => number
  /** The console's address for the outside, without a slash at the end. */
  consoleUrl: string
  tracer?: Tracer | undefined
}

type Secrets = Record<string, string>

type Begun = {
  message: Message
  content: Content
  /** Undefined if none can be decrypted. */
  secrets: Secrets[] | undefined
  signalIds: string[]
  isProbe: boolean
}

const leaseMs = 30_000
const sendLimitMs = 25_000

/**
 * Sends the next due message of a lane: judges it again, records that an attempt begins, calls the channel, and records
 * the outcome. Calls `onBegun` before calling the channel, which may take long. Returns whether there was a message.
 */
export async function sendNext(
  dependencies: SendDependencies,
  lane: Lane & { orgId: string },
  onBegun: () => void = () => undefined,
): Promise<boolean> {
  // Read before the transaction, since it may need another connection.
  const settings = await dependencies.settings.get(lane.orgId)
  const channel = settings.channels.get(lane.channelId)
  if (channel === undefined) return false
  const begun = await beginNext(dependencies, { lane, channel, settings })
  if (begun === 'nothing') return false
  onBegun()
  if (begun === 'settled') return true
  const startedAt = performance.now()
  const span = dependencies.tracer && startAttemptSpan(dependencies.tracer, channel, begun.message)
  const { outcome, request } = await call(dependencies, channel, { ...begun, span })
  endAttemptSpan(span, outcome)
  const durationMs = Math.round(performance.now() - startedAt)
  await finishAttempt(dependencies, { ...begun, channel, outcome, request, durationMs })
  return true
}

type Context = { lane: Lane; channel: ConfiguredChannel; settings: AlertSettings }

/** A message that cannot even begin fails alone, so it does not block those behind it. */
async function beginNext(
  dependencies: SendDependencies,
  context: Context,
): Promise<Begun | 'nothing' | 'settled'> {
  const { database, logger, nowMs } = dependencies
  let locked: Message | undefined
  try {
    return await database.transaction().execute((transaction) =>
      begin(dependencies, transaction, context, (message) => {
        locked = message
      }),
    )
  } catch (error) {
    if (isStoreFault(error) || locked === undefined) throw error
    const { messageId, orgId, channelId } = locked
    logger.error({ messageId, orgId, channelId, err: error }, 'message.broken')
    const message = locked
    const settlement = { status: 'failed' as const, reason: 'internal' }
    await database.transaction().execute(async (transaction) => {
      await settleMessage(transaction, { message, settlement, nowMs: nowMs() })
      await settleUnsent(transaction, message, settlement)
    })
    return 'settled'
  }
}

async function begin(
  dependencies: SendDependencies,
  transaction: DatabaseTransaction,
  { lane, channel, settings }: Context,
  onLocked: (message: Message) => void,
): Promise<Begun | 'nothing' | 'settled'> {
  const nowMs = dependencies.nowMs()
  const { pace } = channel.kind
  const locked = await lockMessage(transaction, { lane, pace, nowMs })
  if (locked === undefined) return 'nothing'
  onLocked(locked)
  const digestId = await gatherCompanions(transaction, { message: locked, channel, nowMs })
  const message = { ...locked, digestId }
  const prepared = message.isSuppressedAddress
    ? { refused: 'address_suppressed' }
    : await prepareMessage(transaction, { message, channel, settings, nowMs })
  if ('refused' in prepared) {
    await suppress(transaction, { message, reason: prepared.refused, nowMs })
    return 'settled'
  }
  if ('heldUntilMs' in prepared) {
    await hold(transaction, { message, dueMs: prepared.heldUntilMs, nowMs })
    return 'settled'
  }
  if ('postponedUntilMs' in prepared) {
    const settlement = {
      status: 'pending',
      reason: prepared.reason,
      dueMs: prepared.postponedUntilMs,
      isPostponed: true,
    } as const
    await settleMessage(transaction, { message, settlement, nowMs })
    return 'settled'
  }
  // Everything slow comes first: as little as possible may happen between the attempt's row and the call.
  const secrets = await findSecrets(dependencies, transaction, channel)
  const attempt = await beginAttempt(transaction, { message, pace, leaseMs, nowMs })
  if (attempt === undefined) return 'nothing'
  const { number, isProbe } = attempt
  return {
    message: { ...message, attempts: number },
    content: prepared.ready,
    secrets,
    signalIds: prepared.signalIds,
    isProbe,
  }
}

/** When a channel's pace lets alerts queue up, one message carries as many of a rule's alerts as it can name. */
async function gatherCompanions(
  transaction: DatabaseTransaction,
  { message, channel, nowMs }: { message: Message; channel: ConfiguredChannel; nowMs: number },
): Promise<string | null> {
  const { kind, isReplay, failures, ambiguities, digestId } = message
  const { pace, maxItems } = channel.kind
  const isFresh = kind === 'instant' && digestId === null && failures + ambiguities === 0 && !isReplay
  if (pace === undefined || !isFresh) return digestId
  const companions = await lockCompanions(transaction, { message, limit: maxItems - 1, nowMs })
  return companions.length === 0 ? null : gatherMessages(transaction, { message, companions, nowMs })
}

async function suppress(
  transaction: DatabaseTransaction,
  { message, reason, nowMs }: { message: Message; reason: string; nowMs: number },
): Promise<void> {
  const settlement = { status: 'suppressed' as const, reason }
  await settleMessage(transaction, { message, settlement, nowMs })
  await settleUnsent(transaction, message, settlement)
}

/** Delays a message until quiet hours end; it joins everything else that waits for it. */
async function hold(
  transaction: DatabaseTransaction,
  { message, dueMs, nowMs }: { message: Message; dueMs: number; nowMs: number },
): Promise<void> {
  const { orgId, ruleId, channelId, signalId, digestId: gathered } = message
  const reason = 'quiet_hours'
  await settleMessage(transaction, { message, settlement: { status: 'suppressed', reason }, nowMs })
  if (ruleId === null) return
  const digestId = await openDigest(transaction, orgId, { ruleId, channelId, groupKey: '', reason, dueMs })
  const items = gathered === null ? [] : await readDigestItems(transaction, { orgId, digestId: gathered })
  const signalIds = gathered === null && signalId !== null ? [signalId] : items.map((item) => item.signalId)
  const keys = signalIds.map((id) => ({ ruleId, channelId, signalId: id }))
  await moveToDigest(transaction, orgId, { keys, digestId, status: 'pending', reason })
}

async function findSecrets(
  { secretBox, logger }: SendDependencies,
  transaction: DatabaseTransaction,
  { channelId, orgId }: ConfiguredChannel,
): Promise<Secrets[] | undefined> {
  try {
    const opened = await openChannelSecrets(transaction, secretBox, { channelId, orgId })
    return opened.map(({ secrets }) => secrets)
  } catch (error) {
    if (isStoreFault(error)) throw error
    logger.error({ channelId, orgId, err: error }, 'channel.sealed')
    return undefined
  }
}

async function call(
  { services, unsubscribeTokens, acknowledgeTokens, consoleUrl, logger }: SendDependencies,
  { kind, channelId, orgId, settings }: ConfiguredChannel,
  { message, content, secrets, span }: Begun & { span: Span | undefined },
): Promise<{ outcome: Outcome; request?: SentRequest | undefined }> {
  if (secrets === undefined) return { outcome: { outcome: 'retry', code: 'secrets_out_of_reach' } }
  const { messageId, recipient, attempts, isReplay, reference } = message
  const recorded = recordSending(kind, services, {
    content,
    messageId,
    attempt: attempts,
    channelId,
    orgId,
    settings,
    secrets,
    recipient,
    traceparent: span?.traceparent,
    ...(recipient !== '' && {
      unsubscribeUrl: `${services.publicUrl}/u/${unsubscribeTokens.seal({ orgId, channelId, address: recipient })}`,
    }),
    ...linksOf({ services, acknowledgeTokens, consoleUrl }, { content, channelId, orgId }),
    // A replay sends all of it again.
    progress: isReplay ? undefined : (reference ?? undefined),
    signal: AbortSignal.timeout(sendLimitMs),
  })
  try {
    return { outcome: await recorded.send(), request: recorded.findRequest() }
  } catch (error) {
    logger.error({ channelId, orgId, messageId, err: error }, 'channel.broken')
    return { outcome: { outcome: 'ambiguous', code: 'internal' }, request: recorded.findRequest() }
  }
}
