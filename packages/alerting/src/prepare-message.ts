import type { Content, Alert as ContentAlert, OutgoingEvent } from '@signalpost/channels'
import type { DatabaseTransaction } from '@signalpost/database'
import { getDigest, type Message, readDigestItems, suppressDispatches } from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import {
  findUselessness,
  instantOf,
  isHeldByQuiet,
  isSilenced,
  quietEndMs,
  type Rule,
  type Signal,
} from '@signalpost/domain'
import type { AlertSettings, ConfiguredChannel } from './alert-settings.ts'

export type Prepared =
  | { ready: Content; signalIds: string[] }
  | { refused: string }
  /** Quiet hours began meanwhile. */
  | { heldUntilMs: number; rule: Rule }

type About = { message: Message; channel: ConfiguredChannel; settings: AlertSettings; nowMs: number }

/** What a message says right now, or why it is not to be sent after all. */
export async function prepareMessage(transaction: DatabaseTransaction, about: About): Promise<Prepared> {
  const { message } = about
  if (message.kind === 'event') return prepareEvent(message)
  const rule = message.ruleId === null ? undefined : about.settings.rules.get(message.ruleId)
  if (rule === undefined || !(rule.enabled || message.isReplay)) return { refused: 'rule_disabled' }
  if (message.kind === 'digest') return prepareDigest(transaction, rule, about)
  return message.digestId === null
    ? prepareInstant(transaction, rule, about)
    : prepareGathered(transaction, rule, about)
}

/** Why a signal that was to be told is not told any more. */
export function findLateRefusal(
  rule: Rule,
  signal: Signal | undefined,
  { settings, nowMs }: Pick<About, 'settings' | 'nowMs'>,
): string | undefined {
  if (signal === undefined) return 'deleted'
  if (isSilenced(settings.silences, { signal, ruleId: rule.id, nowMs })) return 'silenced'
  return findUselessness(rule, signal)
}

function prepareEvent({ event }: Message): Prepared {
  if (event === null) return { refused: 'deleted' }
  const { id, type, occurredAt, orgId, data } = event
  // It was written as an OutgoingEvent.
  return {
    ready: { event: { id, type, occurredAt, orgId, data } as OutgoingEvent },
    signalIds: [],
  }
}

async function prepareInstant(transaction: DatabaseTransaction, rule: Rule, about: About): Promise<Prepared> {
  const { message, nowMs } = about
  const { orgId, signalId } = message
  const signal = signalId === null ? undefined : await findSignal(transaction, { orgId, signalId })
  if (signal === undefined) return { refused: 'deleted' }
  if (!message.isReplay) {
    const refused = findLateRefusal(rule, signal, about)
    if (refused !== undefined) return { refused }
    if (isHeldByQuiet(rule, signal, nowMs)) return { heldUntilMs: quietEndMs(rule, nowMs), rule }
  }
  return { ready: { alert: alertOf('instant', rule, message, [signal]) }, signalIds: [signal.id] }
}

/** Several instant alerts that go out as one: those that still are to be told. */
async function prepareGathered(
  transaction: DatabaseTransaction,
  rule: Rule,
  about: About,
): Promise<Prepared> {
  const { message, nowMs } = about
  const signals = await readTellable(transaction, rule, about)
  if (signals.length === 0) return { refused: 'deleted' }
  if (signals.every((signal) => isHeldByQuiet(rule, signal, nowMs))) {
    return { heldUntilMs: quietEndMs(rule, nowMs), rule }
  }
  return {
    ready: { alert: alertOf('instant', rule, message, signals) },
    signalIds: signals.map(({ id }) => id),
  }
}

async function prepareDigest(transaction: DatabaseTransaction, rule: Rule, about: About): Promise<Prepared> {
  const { message, channel, nowMs } = about
  const heldUntilMs = quietEndMs(rule, nowMs)
  if (heldUntilMs > nowMs) return { heldUntilMs, rule }
  const digest = await getDigest(transaction, message.digestId ?? '')
  const signals = await readTellable(transaction, rule, about)
  const [first] = signals
  if (first === undefined) return { refused: 'deleted' }
  const group = digest.groupKey === '' ? undefined : groupName(rule, first)
  const alert = {
    ...alertOf('digest', rule, message, signals),
    items: signals.slice(0, channel.kind.maxItems),
    ...(group !== undefined && { group }),
    ...(isHeldReason(digest.reason) && { reason: digest.reason }),
  }
  return { ready: { alert }, signalIds: signals.map(({ id }) => id) }
}

/** What is told together and still is to be told; the rest is taken out for good. */
async function readTellable(transaction: DatabaseTransaction, rule: Rule, about: About): Promise<Signal[]> {
  const { orgId, channelId, digestId } = about.message
  const items = await readDigestItems(transaction, { orgId, digestId: digestId ?? '' })
  const signals: Signal[] = []
  for (const { signalId, signal } of items) {
    const reason = findLateRefusal(rule, signal, about)
    if (reason === undefined && signal !== undefined) signals.push(signal)
    else {
      const keys = [{ ruleId: rule.id, channelId, signalId }]
      await suppressDispatches(transaction, orgId, { keys, reason: reason ?? 'deleted' })
    }
  }
  return signals
}

function alertOf(
  kind: ContentAlert['kind'],
  rule: Rule,
  { orgId, createdAt }: Message,
  items: Signal[],
): ContentAlert {
  return {
    kind,
    orgId,
    ruleId: rule.id,
    ruleName: rule.name,
    raisedAt: instantOf(createdAt.getTime()),
    items,
    total: items.length,
  }
}

function groupName({ groupBy }: Rule, signal: Signal): string | undefined {
  const names = {
    none: undefined,
    account: signal.subjectOrg?.name ?? signal.subjectName ?? signal.accountKey?.slice(2),
    listener: signal.listenerId,
    assignee: signal.assignedTo?.userId,
  }
  return names[groupBy]
}

function isHeldReason(reason: string | null): reason is 'quiet_hours' | 'throttle' | 'expired' {
  return reason === 'quiet_hours' || reason === 'throttle' || reason === 'expired'
}
