import type { Content, OutgoingEvent } from '@signalpost/channels'
import {
  type DatabaseTransaction,
  findSignal,
  getDigest,
  type Message,
  readDigestItems,
} from '@signalpost/database'
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
  return message.kind === 'digest'
    ? prepareDigest(transaction, rule, about)
    : prepareInstant(transaction, rule, about)
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

async function prepareInstant(
  transaction: DatabaseTransaction,
  rule: Rule,
  { message, settings, nowMs }: About,
): Promise<Prepared> {
  const { orgId, signalId, isReplay, createdAt } = message
  const signal = signalId === null ? undefined : await findSignal(transaction, { orgId, signalId })
  if (signal === undefined) return { refused: 'deleted' }
  if (!isReplay) {
    const refused = findLateRefusal(rule, signal, { settings, nowMs })
    if (refused !== undefined) return { refused }
    if (isHeldByQuiet(rule, signal, nowMs)) return { heldUntilMs: quietEndMs(rule, nowMs), rule }
  }
  const alert = {
    kind: 'instant' as const,
    orgId,
    ruleId: rule.id,
    ruleName: rule.name,
    raisedAt: instantOf(createdAt.getTime()),
    items: [signal],
    total: 1,
  }
  return { ready: { alert }, signalIds: [signal.id] }
}

async function prepareDigest(
  transaction: DatabaseTransaction,
  rule: Rule,
  { message, channel }: About,
): Promise<Prepared> {
  const { orgId, digestId, createdAt } = message
  const digest = await getDigest(transaction, digestId ?? '')
  const items = await readDigestItems(transaction, digest)
  const signals = items.flatMap(({ signal }) => signal ?? [])
  const [first] = signals
  if (first === undefined) return { refused: 'deleted' }
  const group = digest.groupKey === '' ? undefined : groupName(rule, first)
  const alert = {
    kind: 'digest' as const,
    orgId,
    ruleId: rule.id,
    ruleName: rule.name,
    raisedAt: instantOf(createdAt.getTime()),
    items: signals.slice(0, channel.kind.maxItems),
    total: signals.length,
    ...(group !== undefined && { group }),
    ...(isHeldReason(digest.reason) && { reason: digest.reason }),
  }
  return { ready: { alert }, signalIds: signals.map(({ id }) => id) }
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
