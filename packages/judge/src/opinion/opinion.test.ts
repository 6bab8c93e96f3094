import { type FoundItem, hourMs, instantOf, signalSchema } from '@signalpost/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyHistory } from '../history/listener-history.ts'
import { judge } from '../judge.ts'
import type { JudgedListener } from '../judgement.ts'
import { priorWeights } from '../learning/listener-weights.ts'
import { componentCaps } from '../rubric/rubric-4.ts'
import { type Opinion, opinionLimits } from './opinion.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['help desk'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}
const item: FoundItem = {
  ...{ platform: 'reddit', key: 'r1', url: 'https://www.reddit.com/comments/r1' },
  title: 'We are looking for a help desk',
  text: 'Our team of forty answers mails by hand. It is not urgent.',
  ...{ publishedAt: instantOf(nowMs - hourMs), coverage: 'full_text', foundByQuery: 'help desk' },
}
const opinion: Opinion = {
  classification: 'evaluating',
  points: { purchaseIntent: 5, fit: -2, urgency: 0 },
  evidence: 'answers mails by hand',
  inferredNeed: 'A shared inbox for forty people',
}

function judged(given?: Opinion, changes: Partial<FoundItem> = {}, asked = listener) {
  const found = judge({
    ...{ item: { ...item, ...changes }, listener: asked, nowMs, opinion: given },
    ...{ history: emptyHistory(), weights: priorWeights() },
  })
  if (!found.passed) throw new Error(found.reason)
  return found
}

test('an opinion moves points within its limits, and says why with a quote', () => {
  const rules = judged().members
  const { members, components } = judged(opinion)
  expect(members.scoreBreakdown).toEqual({
    ...rules.scoreBreakdown,
    purchaseIntent: rules.scoreBreakdown.purchaseIntent + 5,
    fit: rules.scoreBreakdown.fit - 2,
  })
  expect(members.relevanceScore).toBe(rules.relevanceScore + 3)
  expect(members).toMatchObject({ classification: 'evaluating', inferredNeed: opinion.inferredNeed })
  const reasons = components.find(({ name }) => name === 'purchaseIntent')?.reasons
  expect(reasons?.at(-1)).toEqual({
    ...{ text: 'A language model sees more of it', points: 5, quote: 'answers mails by hand' },
  })
})

test('a level of intent moves by one step at most, and urgency keeps its limits of age', () => {
  const most = { ...opinion, points: { purchaseIntent: 99, fit: 99, urgency: 99 } }
  const steps = ['weak', 'moderate', 'strong', 'explicit']
  const [before, after] = [judged(), judged(most)].map(({ members }) => steps.indexOf(members.purchaseIntent))
  expect((after ?? 0) - (before ?? 0)).toBeLessThanOrEqual(1)
  const old = { publishedAt: instantOf(nowMs - 80 * hourMs) }
  expect(['low', 'medium']).toContain(judged(most, old).members.urgency)
})

test('stars overrule the label of an opinion', () => {
  const rivals: JudgedListener = {
    ...listener,
    ...{ mode: 'rivals', profile: { rivals: ['Deskly'], painVocabulary: [] } },
  }
  const review = { rating: 5, rivalKey: 'deskly', subjectName: 'Deskly' }
  const frustrated: Opinion = { ...opinion, classification: 'frustrated' }
  expect(judged(frustrated, review, rivals).members.classification).toBe('praise')
})

test('whatever an opinion says, the sums, the caps and the limits hold', () => {
  const point = fc.integer({ min: -100, max: 100 })
  const points = fc.record({ purchaseIntent: point, fit: point, urgency: point })
  fc.assert(
    fc.property(points, fc.constantFrom(...judged().labels), (given, classification) => {
      const rules = judged().members.scoreBreakdown
      const { members, components } = judged({ ...opinion, points: given, classification })
      expect(signalSchema.shape.scoreBreakdown.parse(members.scoreBreakdown)).toEqual(members.scoreBreakdown)
      for (const { name, points: own, reasons } of components) {
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(own)
        expect(own).toBeGreaterThanOrEqual(0)
        expect(own).toBeLessThanOrEqual(componentCaps[name])
        const limit = name in opinionLimits ? opinionLimits[name as keyof typeof opinionLimits] : 0
        expect(Math.abs(own - rules[name])).toBeLessThanOrEqual(limit)
      }
      expect(members.relevanceScore).toBe(components.reduce((sum, { points: own }) => sum + own, 0))
    }),
  )
})
