import { findEarlierEnds, wordsOfEarlierEnd } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { Stranger } from '../../parts/values/stranger.tsx'
import type { Rule } from './rule-type.ts'

/** What earlier rules keep from a rule. */
export function EarlierEnds({ rule, rules }: { rule: Rule; rules: readonly Rule[] }): ReactNode {
  const ends = endsOf(rule, rules)
  if (ends.length === 0) return null
  return (
    <ul className="issues" aria-label="What earlier rules keep from it">
      {ends.map((end) => (
        <li key={end.ruleId}>
          <Stranger text={wordsOfEarlierEnd(end)} />
        </li>
      ))}
    </ul>
  )
}

/** The rules that never alert, each with why. */
export function NeverReached({ rules }: { rules: readonly Rule[] }): ReactNode {
  const never = rules.flatMap((rule) => {
    const end = endsOf(rule, rules).find(({ takes }) => takes === 'all')
    return end === undefined ? [] : [{ rule, end }]
  })
  if (never.length === 0) return null
  return (
    <ul className="issues" aria-label="Rules that are never reached">
      {never.map(({ rule, end }) => (
        <li key={rule.ruleId}>
          <strong>
            <Stranger text={rule.name} />
          </strong>{' '}
          is never reached. <Stranger text={wordsOfEarlierEnd(end)} />
        </li>
      ))}
    </ul>
  )
}

function endsOf(rule: Rule, rules: readonly Rule[]) {
  if (!rule.enabled) return []
  const placed = ({ ruleId: id, definition, ...about }: Rule) => ({ ...about, ...definition, id })
  return findEarlierEnds(placed(rule), rules.map(placed))
}
