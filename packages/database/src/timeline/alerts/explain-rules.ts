import {
  indexRules,
  matchRules,
  type Rule,
  ruleDefinitionSchema,
  type Signal,
  type TimelineStep,
  unmetConditions,
} from '@signalpost/domain'
import type { StoredRule } from '../../rules/rules.ts'
import { instantOfDate, leftOutOf, type Part } from '../part.ts'

const explainedAtMost = 50

type Reason = 'conditions' | 'earlier_rule' | 'disabled' | 'newer_rule' | 'no_decision'

/** Says for each rule that made no decision why it makes none today. */
export function explainRules({
  rules,
  signal,
  decided,
  storedAt,
}: {
  rules: readonly StoredRule[]
  signal: Signal
  /** The rules that did decide. */
  decided: ReadonlySet<string>
  storedAt: Date
}): Part {
  const parsed = rules.map(ruleFrom)
  const reached = new Set(matchRules(signal, indexRules(parsed)).map(({ id }) => id))
  const silent = rules.filter(({ ruleId }) => !decided.has(ruleId))
  const steps = silent.slice(0, explainedAtMost).map((rule): TimelineStep => {
    const unmet = unmetConditions(signal, ruleFrom(rule).conditions)
    const reason = reasonOf(rule, { unmet, isReached: reached.has(rule.ruleId), storedAt })
    return {
      stage: 'evaluated',
      at: instantOfDate(storedAt),
      summary: `By today's rules, rule ${rule.ruleId} ${describe(reason, unmet)}.`,
      ref: { type: 'rule', id: rule.ruleId },
      detail: { ruleId: rule.ruleId, channelId: null, decision: 'none', reason, unmet, byTodaysRules: true },
    }
  })
  const leftOut = leftOutOf('rules that made no decision', { found: silent.length, shown: steps.length })
  return { steps, gaps: leftOut === undefined ? [] : [{ stage: 'evaluated', reason: leftOut }] }
}

function reasonOf(
  { enabled, createdAt }: StoredRule,
  { unmet, isReached, storedAt }: { unmet: string[]; isReached: boolean; storedAt: Date },
): Reason {
  if (!enabled) return 'disabled'
  if (unmet.length > 0) return 'conditions'
  if (!isReached) return 'earlier_rule'
  return createdAt > storedAt ? 'newer_rule' : 'no_decision'
}

function describe(reason: Reason, unmet: string[]): string {
  switch (reason) {
    case 'disabled':
      return 'is disabled'
    case 'conditions':
      return `does not match: ${unmet.join(', ')}`
    case 'earlier_rule':
      return 'is not reached, because an earlier rule ends the search'
    case 'newer_rule':
      return 'matches, but it is newer than the signal'
    case 'no_decision':
      return 'matches, but it made no decision then'
  }
}

function ruleFrom({ ruleId, name, position, enabled, definition }: StoredRule): Rule {
  // A rule stored by an older version lacks members that have defaults today.
  return { ...ruleDefinitionSchema.parse(definition), id: ruleId, name, position, enabled }
}
