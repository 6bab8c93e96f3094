import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Signal } from '../documents/signal.ts'
import { indexRules, matchRules, unmetConditions } from './match-rules.ts'
import { type Rule, type RuleConditions, ruleDefinitionSchema } from './rule.ts'

const base: Signal = {
  id: 'sig_1',
  orgId: 'org_a',
  listenerId: 'lst_1',
  source: 'reddit',
  url: 'https://example.com/1',
  title: 'Straße gesucht',
  excerpt: 'ΟΔΟΣ and more',
  postedAt: '2026-11-20T09:00:00.000Z',
  relevanceScore: 50,
  classification: 'relevant',
  rationale: 'why',
  matchedKeywords: [],
  firstSeenAt: '2026-11-20T09:00:00.000Z',
}

function rule(id: string, conditions: RuleConditions, members: Partial<Rule> = {}): Rule {
  const definition = ruleDefinitionSchema.parse({ conditions, channels: 'all' })
  return { ...definition, id, name: id, position: 1, enabled: true, ...members }
}

function idsOf(signal: Signal, rules: Rule[]): string[] {
  return matchRules(signal, indexRules(rules)).map(({ id }) => id)
}

function meets(conditions: RuleConditions, members: Partial<Signal> = {}): boolean {
  return idsOf({ ...base, ...members }, [rule('rul_1', conditions)]).length === 1
}

test('matches every signal with a rule without conditions', () => {
  expect(meets({})).toBe(true)
})

test('requires all conditions, and one of several values', () => {
  expect(meets({ platforms: ['x', 'reddit'], listeners: ['lst_1'] })).toBe(true)
  expect(meets({ platforms: ['x', 'reddit'], listeners: ['lst_2'] })).toBe(false)
  expect(meets({ accountKeys: ['d:a', 'd:b'], classifications: ['relevant'] }, { accountKey: 'd:b' })).toBe(
    true,
  )
})

test('names the conditions that a signal does not meet', () => {
  const conditions: RuleConditions = {
    minUrgency: 'high',
    minScore: 40,
    platforms: ['x'],
    keywords: ['gesucht'],
  }
  expect(unmetConditions(base, conditions)).toEqual(['minUrgency', 'platforms'])
  expect(unmetConditions({ ...base, urgency: 'high', source: 'x' }, conditions)).toEqual([])
  expect(unmetConditions(base, {})).toEqual([])
})

test('matches a minimum with its level and those above', () => {
  expect(meets({ minUrgency: 'high' }, { urgency: 'immediate' })).toBe(true)
  expect(meets({ minUrgency: 'high' }, { urgency: 'high' })).toBe(true)
  expect(meets({ minUrgency: 'high' }, { urgency: 'medium' })).toBe(false)
  expect(meets({ minPurchaseIntent: 'moderate' }, { purchaseIntent: 'weak' })).toBe(false)
  expect(meets({ minScore: 50 })).toBe(true)
  expect(meets({ minScore: 51 })).toBe(false)
})

test('matches no condition with an absent field, except that an absent scoreVersion is 1', () => {
  expect(meets({ minUrgency: 'low' })).toBe(false)
  expect(meets({ minPurchaseIntent: 'weak' })).toBe(false)
  expect(meets({ accountKeys: ['d:a'] })).toBe(false)
  expect(meets({ signalCategories: ['growth'] })).toBe(false)
  expect(meets({ scoreVersion: 1 })).toBe(true)
  expect(meets({ scoreVersion: 2 })).toBe(false)
})

test('matches assigned or unassigned signals', () => {
  const assignedTo = { userId: 'usr_1', at: base.postedAt, by: 'usr_1' }
  expect(meets({ assigned: true }, { assignedTo })).toBe(true)
  expect(meets({ assigned: true })).toBe(false)
  expect(meets({ assigned: false })).toBe(true)
  expect(meets({ assigned: false }, { assignedTo })).toBe(false)
})

test('finds keywords in any case in the title or the excerpt, never across the two', () => {
  for (const keyword of ['STRASSE', 'straße', 'οδος', 'οδοσ', 'AND', 'm', 'mo']) {
    expect(meets({ keywords: ['nothing', keyword] })).toBe(true)
  }
  expect(meets({ keywords: ['suchtοδ'] })).toBe(false)
  expect(meets({ keywords: ['and less'] })).toBe(false)
})

test('tries rules by position, then by id, up to the first that does not continue', () => {
  const rules = [
    rule('rul_d', {}, { position: 3 }),
    rule('rul_c', {}, { position: 2 }),
    rule('rul_b', { platforms: ['reddit'] }, { position: 2, continue: true }),
    rule('rul_a', { minScore: 99 }, { position: 1 }),
    rule('rul_0', {}, { position: 0, enabled: false }),
  ]
  expect(idsOf(base, rules)).toEqual(['rul_b', 'rul_c'])
})

test('finds the same rules as trying each in turn', () => {
  const some = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined })
  const one = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 })
  const conditions = fc.record({
    platforms: some('reddit' as const, 'x' as const),
    listeners: some('lst_1', 'lst_2'),
    accountKeys: some('d:a', 'd:b'),
    keywords: some('street', 'str', 's', 'EET', 'other'),
    minUrgency: one('medium' as const, 'high' as const),
    minScore: one(20, 80),
  })
  const rules = fc.array(
    fc.record({ conditions, continue: fc.boolean(), position: fc.nat({ max: 5 }), enabled: fc.boolean() }),
    { maxLength: 20 },
  )
  const signal = fc.record({
    source: fc.constantFrom('reddit' as const, 'x' as const),
    listenerId: fc.constantFrom('lst_1', 'lst_3'),
    accountKey: one('d:a', 'd:c'),
    title: fc.constantFrom('Street', 'STR', 'none'),
    urgency: one('low' as const, 'high' as const, 'immediate' as const),
    relevanceScore: fc.constantFrom(10, 50, 90),
  })
  fc.assert(
    fc.property(rules, signal, (drafts, { accountKey, urgency, ...described }) => {
      const asked = drafts.map(({ conditions: named, ...members }, at) =>
        rule(`rul_${10 + at}`, withoutUndefined(named), members),
      )
      const post: Signal = { ...base, ...described, ...withoutUndefined({ accountKey, urgency }) }
      const found: string[] = []
      const ordered = asked.filter((each) => each.enabled).sort((a, b) => a.position - b.position)
      for (const each of ordered) {
        if (idsOf(post, [each]).length === 0) continue
        found.push(each.id)
        if (!each.continue) break
      }
      expect(idsOf(post, asked)).toEqual(found)
    }),
    { numRuns: 300 },
  )
})

function withoutUndefined<T extends object>(members: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  // The cast: only defined members remain, which TypeScript does not see.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }
}
