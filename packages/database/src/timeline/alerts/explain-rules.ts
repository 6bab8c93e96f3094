import {
  indexRules,
  matchRules,
  nameCondition,
  type Rule,
  ruleDefinitionSchema,
  type Signal,
  type TimelineStep,
  unmetConditions,
} from '@signalpost/domain'
import type { StoredChannel } from '../../rules/channels.ts'
import type { StoredRule } from '../../rules/rules.ts'
import { instantOfDate, leftOutOf, type Part } from '../part.ts'

const explainedAtMost = 50

export type SilenceReason =
  | 'conditions'
  | 'earlier_rule'
  | 'disabled'
  | 'newer_rule'
  | 'no_channel'
  | 'no_decision'

/** Says for each rule that made no decision why it makes none today. Returns the reasons of all of them, too. */
export function explainRules({
  rules,
  channels,
  signal,
  decided,
  storedAt,
}: {
  rules: readonly StoredRule[]
  channels: readonly Pick<StoredChannel, 'channelId' | 'createdAt'>[]
  signal: Signal
  /** The rules that did decide. */
  decided: ReadonlySet<string>
  storedAt: Date
}): Part & { reasons: ReadonlySet<SilenceReason> } {
  const parsed = rules.map(ruleFrom)
  const createdAts = new Map(rules.map(({ ruleId, createdAt }) => [ruleId, createdAt]))
  const reached = new Set(matchRules(signal, indexRules(parsed)).map(({ id }) => id))
  const thenChannels = channels.filter(({ createdAt }) => createdAt <= storedAt)
  const silent = parsed
    .filter(({ id }) => !decided.has(id))
    .map((rule) => {
      const unmet = unmetConditions(signal, rule.conditions)
      const isReached = reached.has(rule.id)
      const hadChannel = thenChannels.some(
        ({ channelId }) => rule.channels === 'all' || rule.channels.includes(channelId),
      )
      const isNewer = (createdAts.get(rule.id) ?? storedAt) > storedAt
      return { rule, unmet, reason: reasonOf(rule, { unmet, isReached, isNewer, hadChannel }) }
    })
  const steps = silent.slice(0, explainedAtMost).map(
    ({ rule: { id: ruleId }, unmet, reason }): TimelineStep => ({
      stage: 'evaluated',
      at: instantOfDate(storedAt),
      summary: `By today's rules, rule ${ruleId} ${describe(reason, unmet)}.`,
      ref: { type: 'rule', id: ruleId },
      detail: { ruleId, channelId: null, decision: 'none', reason, unmet, byTodaysRules: true },
    }),
  )
  const leftOut = leftOutOf('rules that made no decision', { found: silent.length, shown: steps.length })
  const reasons = new Set(silent.map(({ reason }) => reason))
  return { steps, gaps: leftOut === undefined ? [] : [{ stage: 'evaluated', reason: leftOut }], reasons }
}

function reasonOf(
  { enabled }: Rule,
  {
    unmet,
    isReached,
    isNewer,
    hadChannel,
  }: { unmet: string[]; isReached: boolean; isNewer: boolean; hadChannel: boolean },
): SilenceReason {
  if (!enabled) return 'disabled'
  if (unmet.length > 0) return 'conditions'
  if (!isReached) return 'earlier_rule'
  if (isNewer) return 'newer_rule'
  return hadChannel ? 'no_decision' : 'no_channel'
}

function describe(reason: SilenceReason, unmet: string[]): string {
  switch (reason) {
    case 'disabled':
      return 'is disabled'
    case 'conditions':
      return `does not match: ${unmet.map(nameCondition).join(', ')}`
    case 'earlier_rule':
      return 'is not reached, because an earlier rule ends the search'
    case 'newer_rule':
      return 'matches, but it is newer than the signal'
    case 'no_channel':
      return 'matches, but its channels are newer than the signal'
    case 'no_decision':
      return 'matches, but it made no decision then'
  }
}

function ruleFrom({ ruleId, name, position, enabled, definition }: StoredRule): Rule {
  // A rule stored by an older version lacks members that have defaults today.
  return { ...ruleDefinitionSchema.parse(definition), id: ruleId, name, position, enabled }
}
