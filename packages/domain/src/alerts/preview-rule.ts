import {
  type AlertDecision,
  type AlertReason,
  decideAlert,
  type Occasion,
  recordSend,
  type SendHistory,
} from './decide-alert.ts'
import { indexRules, matchRules } from './match-rules.ts'
import type { Rule } from './rule.ts'

/** What a rule would do with a signal, for one of its channels. */
export type PreviewItem = {
  signalId: string
  channelId: string
  decision: AlertDecision['decision']
  /** `earlier_rule` if an earlier rule ends the search. */
  reason?: AlertReason | 'earlier_rule'
}

/**
 * Creates a function that returns what a rule would have done with each signal; call it in the order of their first
 * storing. It considers conditions, the order of all rules, backfill and posts sent before, and treats the rule as
 * enabled. With `holdsBack`, its quiet hours and throttle count too, as they do in earnest; silences never do.
 */
export function createPreview({
  rule,
  rules,
  channels,
  holdsBack = false,
}: {
  rule: Rule
  /** All rules of the workspace. */
  rules: readonly Rule[]
  channels: readonly { channelId: string; isDisabled: boolean }[]
  holdsBack?: boolean
}): (occasion: Occasion) => PreviewItem[] {
  const previewed = { ...rule, enabled: true }
  const alone = indexRules([previewed])
  const index = indexRules([...rules.filter(({ id }) => id !== rule.id), previewed])
  const named = channels.filter(
    ({ channelId }) => rule.channels === 'all' || rule.channels.includes(channelId),
  )
  const historyByChannel = new Map<string, SendHistory>(
    named.map(({ channelId }) => [channelId, { posts: new Map(), momentsMs: [] }]),
  )
  return (occasion) => {
    const { signal } = occasion
    if (matchRules(signal, alone).length === 0) return []
    const isReached = matchRules(signal, index).includes(previewed)
    return named.map((channel) => {
      const about = { signalId: signal.id, channelId: channel.channelId }
      const history = historyByChannel.get(channel.channelId)
      if (!isReached || history === undefined) return { ...about, decision: 'none', reason: 'earlier_rule' }
      const decision = decideAlert({
        rule: previewed,
        channel,
        occasion,
        history,
        silences: [],
        holdsBack,
      })
      recordSend(history, occasion, decision)
      return {
        ...about,
        decision: decision.decision,
        ...('reason' in decision && decision.reason !== undefined && { reason: decision.reason }),
      }
    })
  }
}
