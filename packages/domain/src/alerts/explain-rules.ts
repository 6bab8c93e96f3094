import type { Signal } from '../documents/signal.ts'
import { indexRules, matchRules, unmetConditions } from './match-rules.ts'
import type { Rule } from './rule.ts'

/** What a rule says to a signal. Only `matches` alerts; `not_reached` would, if an earlier rule did not end the search. */
export type RuleAnswer = {
  ruleId: string
  answer: 'matches' | 'not_reached' | 'unmet' | 'disabled'
  /** The conditions that the signal does not meet. */
  unmet: string[]
  /** The rule that ended the search before. */
  endedBy?: string
}

/** Returns the answer of each rule to a signal as it is now, in the order of evaluation. */
export function explainRules(signal: Signal, rules: readonly Rule[]): RuleAnswer[] {
  const matched = new Set(matchRules(signal, indexRules(rules)).map(({ id }) => id))
  let endedBy: string | undefined
  return rules
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((rule) => {
      const unmet = unmetConditions(signal, rule.conditions)
      const about = { ruleId: rule.id, unmet }
      if (!rule.enabled) return { ...about, answer: 'disabled' }
      if (matched.has(rule.id)) {
        if (!rule.continue) endedBy = rule.id
        return { ...about, answer: 'matches' }
      }
      if (unmet.length > 0) return { ...about, answer: 'unmet' }
      return { ...about, answer: 'not_reached', ...(endedBy !== undefined && { endedBy }) }
    })
}
