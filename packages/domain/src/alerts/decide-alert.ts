import type { Signal } from '../documents/signal.ts'
import { dayMs } from '../durations.ts'
import { withRegistersOf } from '../records/embedded-registers.ts'
import { matchRules, type RuleIndex } from './match-rules.ts'
import { isQuiet, quietEndMs } from './quiet-hours.ts'
import { isRouted } from './routing.ts'
import type { Rule } from './rule.ts'
import { nextCronMs } from './schedule.ts'
import { isSilenced, type Silence } from './silence.ts'

/** Why a signal that matches a rule is not sent, or not at once. */
export type AlertReason =
  | 'too_old'
  | 'already_alerted'
  | 'silenced'
  | 'read'
  | 'assigned'
  | 'same_post'
  | 'channel_disabled'
  | 'quiet_hours'
  | 'throttle'

/** A signal that was stored for the first time, or a change of its document. */
export type Occasion = {
  /** With its registers. */
  signal: Signal
  /** The document before the change: null if it was deleted, absent if the signal is new. */
  before?: Signal | null
  storedAtMs: number
  atMs: number
  /** Whether its `alertedAt` came from outside before we sent anything. */
  isAlertedElsewhere: boolean
}

/** What one rule sent to one channel: the last moment by post, and the moments that its throttle counts. */
export type SendHistory = { posts: Map<string, number>; momentsMs: number[] }

export type AlertDecision =
  | { decision: 'send' }
  | { decision: 'digest'; reason?: AlertReason; dueMs: number }
  | { decision: 'none'; reason: AlertReason }

/**
 * Returns the rules that alert: all that match a new signal, and within a day those that a changed document newly
 * matches.
 */
export function firedRules({ signal, before, storedAtMs, atMs }: Occasion, index: RuleIndex): Rule[] {
  const matched = matchRules(signal, index)
  if (before === undefined || matched.length === 0) return matched
  if (atMs - storedAtMs > dayMs) return []
  // With equal registers, so that a change of a register never makes a rule match again.
  const metBefore = before === null ? [] : matchRules(withRegistersOf(before, signal), index)
  return matched.filter((rule) => !metBefore.includes(rule))
}

/**
 * Decides for one channel of a rule whether and when it sends a signal. Without `holdsBack`, as in a preview, silences,
 * quiet hours and throttles do not count.
 */
export function decideAlert({
  rule,
  channel,
  occasion,
  history,
  silences,
  holdsBack,
}: {
  rule: Rule
  channel: { isDisabled: boolean }
  occasion: Occasion
  history: SendHistory
  silences: readonly Silence[]
  holdsBack: boolean
}): AlertDecision {
  const { signal, atMs } = occasion
  const reason =
    findRefusal(rule, occasion) ??
    (holdsBack && isSilenced(silences, { signal, ruleId: rule.id, nowMs: atMs }) ? 'silenced' : undefined) ??
    findUselessness(rule, signal) ??
    (wasPostSent(history, signal, atMs) ? 'same_post' : undefined) ??
    (channel.isDisabled ? 'channel_disabled' : undefined)
  if (reason !== undefined) return { decision: 'none', reason }
  if (rule.mode === 'digest') return { decision: 'digest', dueMs: digestDueMs(rule, atMs) }
  if (holdsBack && isHeldByQuiet(rule, signal, atMs)) {
    return { decision: 'digest', reason: 'quiet_hours', dueMs: quietEndMs(rule, atMs) }
  }
  const throttledUntilMs = holdsBack ? findThrottleEndMs(rule, history, atMs) : undefined
  if (throttledUntilMs !== undefined) {
    return { decision: 'digest', reason: 'throttle', dueMs: quietEndMs(rule, throttledUntilMs) }
  }
  return { decision: 'send' }
}

/** Notes what a decision tells, so that the next one knows of it. */
export function recordSend(history: SendHistory, { signal, atMs }: Occasion, decision: AlertDecision): void {
  if (decision.decision === 'none') return
  const key = postKeyOf(signal)
  if (key !== undefined) history.posts.set(key, decision.decision === 'digest' ? decision.dueMs : atMs)
  if (decision.decision === 'send') history.momentsMs.push(atMs)
  // The digest that a throttle opens counts as a message of its window.
  const isOpened = history.momentsMs.some((ms) => ms > atMs)
  if (decision.decision === 'digest' && decision.reason === 'throttle' && !isOpened) {
    history.momentsMs.push(decision.dueMs)
  }
}

/** Returns when the rule sends its next digest: by its schedule, and never in quiet hours. */
export function digestDueMs(rule: Rule, afterMs: number): number {
  return quietEndMs(rule, nextCronMs(rule, afterMs))
}

/** Whether a signal waits for the end of the quiet hours. */
export function isHeldByQuiet(rule: Rule, signal: Signal, nowMs: number): boolean {
  if (rule.quiet?.bypassImmediate === true && signal.urgency === 'immediate') return false
  return isQuiet(rule, nowMs)
}

/** Why an alert is no longer useful. Checked at the decision and again before sending. */
export function findUselessness(rule: Rule, signal: Signal): 'read' | 'assigned' | undefined {
  if (signal.readAt !== undefined) return 'read'
  const isTaken = signal.assignedTo !== undefined && !isRouted(signal.assignedTo)
  return isTaken && rule.conditions.assigned === undefined ? 'assigned' : undefined
}

/** Returns the key that all signals of one post share. */
export function postKeyOf({ dedupeKey, titleKey }: Signal): string | undefined {
  if (dedupeKey !== undefined) return `d:${dedupeKey}`
  return titleKey === undefined ? undefined : `t:${titleKey}`
}

/** Returns the key of the signals that one digest of the rule collects. */
export function digestGroupOf({ groupBy }: Rule, signal: Signal): string {
  const keys = {
    none: undefined,
    account: signal.accountKey,
    listener: signal.listenerId,
    assignee: signal.assignedTo?.userId,
  }
  return keys[groupBy] ?? ''
}

function findRefusal(
  rule: Rule,
  { signal, storedAtMs, isAlertedElsewhere }: Occasion,
): AlertReason | undefined {
  if (rule.backfill) return undefined
  if (storedAtMs - Date.parse(signal.firstSeenAt) > dayMs) return 'too_old'
  return isAlertedElsewhere ? 'already_alerted' : undefined
}

function wasPostSent(history: SendHistory, signal: Signal, nowMs: number): boolean {
  const key = postKeyOf(signal)
  const sentMs = key === undefined ? undefined : history.posts.get(key)
  return sentMs !== undefined && nowMs - sentMs < dayMs
}

function findThrottleEndMs(
  { throttle }: Rule,
  { momentsMs }: SendHistory,
  nowMs: number,
): number | undefined {
  if (throttle === null) return undefined
  const { count, windowMs } = throttle
  const standing = momentsMs.filter((ms) => nowMs - ms < windowMs).sort((a, b) => a - b)
  const firstToLeave = standing.at(-count)
  return firstToLeave === undefined ? undefined : firstToLeave + windowMs
}
