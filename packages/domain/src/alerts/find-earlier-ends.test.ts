import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Signal } from '../documents/signal.ts'
import { findEarlierEnds } from './find-earlier-ends.ts'
import { indexRules, matchRules } from './match-rules.ts'
import { type Rule, ruleDefinitionSchema } from './rule.ts'

function rule(position: number, members: object = {}, enabled = true): Rule {
  const definition = ruleDefinitionSchema.parse({ channels: 'all', ...members })
  return { ...definition, id: `rul_${position}`, name: `Rule ${position}`, position, enabled }
}

const takesOf = (...rules: [Rule, ...Rule[]]) => {
  const last = rules.at(-1) ?? rules[0]
  return findEarlierEnds(last, rules).map(({ ruleId, takes }) => `${ruleId} ${takes}`)
}

describe('findEarlierEnds', () => {
  test.each<[string, object, object, string[]]>([
    ['every signal', {}, { minScore: 60 }, ['rul_1 all']],
    ['the same conditions', { minUrgency: 'high' }, { minUrgency: 'high' }, ['rul_1 all']],
    ['wider conditions', { minUrgency: 'medium' }, { minUrgency: 'high' }, ['rul_1 all']],
    ['narrower conditions', { minUrgency: 'high' }, { minUrgency: 'medium' }, ['rul_1 some']],
    ['other conditions', { minUrgency: 'high' }, { minScore: 60 }, ['rul_1 some']],
    ['more platforms', { platforms: ['x', 'reddit'] }, { platforms: ['x'] }, ['rul_1 all']],
    ['some platforms', { platforms: ['x', 'reddit'] }, { platforms: ['x', 'g2'] }, ['rul_1 some']],
    ['other platforms', { platforms: ['reddit'] }, { platforms: ['x'] }, []],
    ['the other half', { assigned: true }, { assigned: false }, []],
    ['another version', { scoreVersion: 2 }, { scoreVersion: 3 }, []],
    ['a part of the keyword', { keywords: ['CRM'] }, { keywords: ['a crm tool'] }, ['rul_1 all']],
    ['other keywords', { keywords: ['erp'] }, { keywords: ['crm'] }, ['rul_1 some']],
  ])('an earlier rule with %s', (_name, earlier, later, expected) => {
    expect(takesOf(rule(1, { conditions: earlier }), rule(2, { conditions: later }))).toEqual(expected)
  })

  test('leaves out rules that continue, are disabled or come later', () => {
    const later = rule(2, { conditions: { minScore: 60 } })
    expect(findEarlierEnds(later, [rule(1, { continue: true }), later])).toEqual([])
    expect(findEarlierEnds(later, [rule(1, {}, false), later])).toEqual([])
    expect(findEarlierEnds(later, [rule(3), later])).toEqual([])
  })

  test('stops at the one that takes all', () => {
    const some = rule(1, { conditions: { minUrgency: 'high' } })
    expect(takesOf(some, rule(2), rule(3), rule(4, { conditions: { minScore: 60 } }))).toEqual([
      'rul_1 some',
      'rul_2 all',
    ])
  })

  const conditions = fc.record(
    {
      platforms: fc.subarray(['reddit', 'x', 'g2'], { minLength: 1 }),
      minUrgency: fc.constantFrom('low', 'medium', 'high'),
      minScore: fc.integer({ min: 0, max: 100 }),
      keywords: fc.subarray(['crm', 'a crm tool', 'erp'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const signal = fc.record({
    source: fc.constantFrom('reddit', 'x', 'g2'),
    urgency: fc.constantFrom('low', 'medium', 'high', undefined),
    relevanceScore: fc.integer({ min: 0, max: 100 }),
    title: fc.constantFrom('A CRM tool', 'crm', 'erp', 'nothing'),
  })

  test('agrees with the rules themselves on every signal', () => {
    fc.assert(
      fc.property(conditions, conditions, fc.array(signal, { minLength: 1 }), (one, other, signals) => {
        const rules = [rule(1, { conditions: one }), rule(2, { conditions: other })] as const
        const [takes] = findEarlierEnds(rules[1], rules).map((end) => end.takes)
        const [index, alone] = [indexRules(rules), indexRules([rules[1]])]
        for (const members of signals) {
          const given = { excerpt: '', ...members } as Signal
          const isSeen = matchRules(given, index).includes(rules[1])
          const isMatched = matchRules(given, alone).length > 0
          if (takes === 'all') expect(isSeen).toBe(false)
          if (takes === undefined) expect(isSeen).toBe(isMatched)
        }
      }),
    )
  })
})
