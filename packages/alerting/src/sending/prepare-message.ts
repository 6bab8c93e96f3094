import {
  type Alert as ContentAlert,
  findMostUrgent,
  type Notice,
  type OutgoingEvent,
} from '@signalpost/channels'
import type { DatabaseTransaction } from '@signalpost/database'
import {
  findStep,
  getDigest,
  type Message,
  readDigestItems,
  suppressDispatches,
} from '@signalpost/database/dispatches'
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
import { findPeople } from './people/find-people.ts'
import { findRouted } from './people/find-routed.ts'
import { prepareFollowUp } from './prepare-follow-up.ts'
import { prepareStep } from './prepare-step.ts'
import type { PrepareContext, Prepared } from './prepared.ts'
import { styleOf } from './style-of.ts'

/** Returns what a message says right now, or why it must not be sent after all. */
export async function prepareMessage(
  transaction: DatabaseTransaction,
  context: PrepareContext,
): Promise<Prepared> {
  const { message } = context
  if (message.kind === 'event') return prepareEvent(message)
  if (message.kind === 'notice') return prepareNotice(message)
  if (message.kind === 'follow_up') return prepareFollowUp(transaction, context)
  const step = message.ruleId === null ? undefined : findStep(message.ruleId)
  if (step !== undefined) return prepareStep(transaction, step, context)
  const rule = message.ruleId === null ? undefined : context.settings.rules.get(message.ruleId)
  if (rule === undefined || !(rule.enabled || message.isReplay)) return { refused: 'rule_disabled' }
  if (message.kind === 'digest') return prepareDigest(transaction, rule, context)
  return message.digestId === null
    ? prepareInstant(transaction, rule, context)
    : prepareGathered(transaction, rule, context)
}

/** Returns why a signal must no longer be sent; undefined if it may. */
export function findLateRefusal(
  rule: Rule,
  signal: Signal | undefined,
  { settings, nowMs }: Pick<PrepareContext, 'settings' | 'nowMs'>,
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

function prepareNotice({ event }: Message): Prepared {
  if (event === null) return { refused: 'deleted' }
  const { type, at, heading, text, data, incident } = event
  // It was written as a Notice.
  return { ready: { notice: { type, at, heading, text, data, incident } as Notice }, signalIds: [] }
}

async function prepareInstant(
  transaction: DatabaseTransaction,
  rule: Rule,
  context: PrepareContext,
): Promise<Prepared> {
  const { message, nowMs } = context
  const { orgId, signalId } = message
  const signal = signalId === null ? undefined : await findSignal(transaction, { orgId, signalId })
  if (signal === undefined) return { refused: 'deleted' }
  if (!message.isReplay) {
    const refused = findLateRefusal(rule, signal, context)
    if (refused !== undefined) return { refused }
    if (isHeldByQuiet(rule, signal, nowMs)) return { heldUntilMs: quietEndMs(rule, nowMs), rule }
  }
  const alert = await alertOf(transaction, 'instant', { rule, message, items: [signal], nowMs })
  return { ready: { alert }, signalIds: [signal.id] }
}

/** Prepares several instant alerts that go out as one, without those that must no longer be sent. */
async function prepareGathered(
  transaction: DatabaseTransaction,
  rule: Rule,
  context: PrepareContext,
): Promise<Prepared> {
  const { message, nowMs } = context
  const signals = await readSendable(transaction, rule, context)
  if (signals.length === 0) return { refused: 'deleted' }
  if (!message.isReplay && signals.every((signal) => isHeldByQuiet(rule, signal, nowMs))) {
    return { heldUntilMs: quietEndMs(rule, nowMs), rule }
  }
  return {
    ready: { alert: await alertOf(transaction, 'instant', { rule, message, items: signals, nowMs }) },
    signalIds: signals.map(({ id }) => id),
  }
}

async function prepareDigest(
  transaction: DatabaseTransaction,
  rule: Rule,
  context: PrepareContext,
): Promise<Prepared> {
  const { message, channel, nowMs } = context
  const heldUntilMs = message.isReplay ? nowMs : quietEndMs(rule, nowMs)
  if (heldUntilMs > nowMs) return { heldUntilMs, rule }
  const digest = await getDigest(transaction, message.digestId ?? '')
  const signals = await readSendable(transaction, rule, context)
  const [first] = signals
  if (first === undefined) return { refused: 'deleted' }
  const group = digest.groupKey === '' ? undefined : groupName(rule, first)
  const mostUrgent = findMostUrgent(signals)
  const alert = {
    ...(await alertOf(transaction, 'digest', { rule, message, items: signals, nowMs })),
    items: signals.slice(0, channel.kind.maxItems),
    ...(mostUrgent !== undefined && { mostUrgent }),
    ...(group !== undefined && { group }),
    ...(isHeldReason(digest.reason) && { reason: digest.reason }),
  }
  return { ready: { alert }, signalIds: signals.map(({ id }) => id) }
}

/** Returns the signals that may still be sent; suppresses the others permanently. */
async function readSendable(
  transaction: DatabaseTransaction,
  rule: Rule,
  context: PrepareContext,
): Promise<Signal[]> {
  const { orgId, channelId, digestId, isReplay } = context.message
  const items = await readDigestItems(transaction, { orgId, digestId: digestId ?? '' })
  const signals: Signal[] = []
  for (const { signalId, signal } of items) {
    const reason = isReplay ? undefined : findLateRefusal(rule, signal, context)
    if (reason === undefined && signal !== undefined) signals.push(signal)
    else {
      const keys = [{ ruleId: rule.id, channelId, signalId }]
      await suppressDispatches(transaction, orgId, { keys, reason: reason ?? 'deleted' })
    }
  }
  return signals
}

async function alertOf(
  transaction: DatabaseTransaction,
  kind: ContentAlert['kind'],
  { rule, message, items, nowMs }: { rule: Rule; message: Message; items: Signal[]; nowMs: number },
): Promise<ContentAlert> {
  const { orgId, createdAt } = message
  return {
    kind,
    orgId,
    ruleId: rule.id,
    ruleName: rule.name,
    ...styleOf(rule),
    raisedAt: instantOf(createdAt.getTime()),
    sentMs: nowMs,
    items,
    total: items.length,
    ...(await findPeople(transaction, items)),
    routed: await findRouted(transaction, message, items),
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
