import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Signal } from '../documents/signal.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { type AlertDecision, decideAlert, firedRules, recordSend, type SendHistory } from './decide-alert.ts'
import { explainRules } from './explain-rules.ts'
import { indexRules, matchRules, unmetConditions } from './match-rules.ts'
import { createPreview } from './preview-rule.ts'
import { type Rule, ruleDefinitionSchema } from './rule.ts'
import { comparePreviews, type DatedPreviewItem, summarisePreview } from './summarise-preview.ts'

const startMs = Date.parse('2026-11-20T20:00:00Z')

const signals = fc
  .array(
    fc.record({
      score: fc.integer({ min: 30, max: 70 }),
      urgency: fc.constantFrom('low' as const, 'high' as const, 'immediate' as const),
      post: fc.integer({ min: 0, max: 4 }),
      minutes: fc.integer({ min: 0, max: 90 }),
      isOld: fc.boolean(),
      isRead: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((some) => {
    let atMs = startMs
    return some.map(({ score, urgency, post, minutes, isOld, isRead }, index) => {
      atMs += minutes * minuteMs
      const firstSeenAt = new Date(isOld ? atMs - 30 * hourMs : atMs).toISOString()
      const signal: Signal = {
        ...{
          id: `sig_${index}`,
          orgId: 'org_a',
          listenerId: 'lst_1',
          source: 'reddit',
          url: 'https://a.example',
        },
        ...{
          title: 'Title',
          excerpt: 'Excerpt',
          postedAt: firstSeenAt,
          firstSeenAt,
          relevanceScore: score,
          urgency,
        },
        ...{ classification: 'relevant', rationale: 'why', matchedKeywords: [], dedupeKey: `post_${post}` },
        ...(isRead && { readAt: firstSeenAt }),
      }
      return { signal, storedAtMs: atMs, atMs, isAlertedElsewhere: false }
    })
  })

const rules = fc
  .array(
    fc.record({
      conditions: fc.oneof(
        fc.constant({}),
        fc.record({ minScore: fc.integer({ min: 30, max: 70 }) }),
        fc.record({ minUrgency: fc.constantFrom('high' as const, 'immediate' as const) }),
        fc.constant({ keywords: ['excerpt'], platforms: ['reddit' as const] }),
      ),
      channels: fc.constantFrom('all' as const, ['chn_1'], ['chn_2']),
      mode: fc.constantFrom('instant' as const, 'digest' as const),
      throttle: fc.constantFrom(null, { count: 2, windowMs: hourMs }),
      quiet: fc.constantFrom(null, { from: '22:00', to: '07:00', bypassImmediate: true }),
      continue: fc.boolean(),
      backfill: fc.boolean(),
      enabled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((some) =>
    some.map(({ enabled, ...definition }, index): Rule => {
      const id = `rul_${index}`
      return { ...ruleDefinitionSchema.parse(definition), id, name: id, position: index + 1, enabled }
    }),
  )

const channels = [
  { channelId: 'chn_1', isDisabled: false },
  { channelId: 'chn_2', isDisabled: true },
]

test('a preview that holds back says of each rule what deciding in earnest says', () => {
  fc.assert(
    fc.property(signals, rules, (occasions, stored) => {
      const index = indexRules(stored)
      const histories = new Map<string, SendHistory>()
      const live: [string, string, string, AlertDecision['decision'], string | undefined][] = []
      for (const occasion of occasions) {
        for (const rule of firedRules(occasion, index)) {
          for (const channel of channels) {
            if (rule.channels !== 'all' && !rule.channels.includes(channel.channelId)) continue
            const pair = `${rule.id} ${channel.channelId}`
            const history = histories.get(pair) ?? { posts: new Map(), momentsMs: [] }
            histories.set(pair, history)
            const decision = decideAlert({ rule, channel, occasion, history, silences: [], holdsBack: true })
            recordSend(history, occasion, decision)
            const reason = 'reason' in decision ? decision.reason : undefined
            live.push([rule.id, occasion.signal.id, channel.channelId, decision.decision, reason])
          }
        }
      }
      for (const rule of stored.filter(({ enabled }) => enabled)) {
        const preview = createPreview({ rule, rules: stored, channels, holdsBack: true })
        const previewed = occasions
          .flatMap(preview)
          .filter(({ reason }) => reason !== 'earlier_rule')
          .map((item) => [rule.id, item.signalId, item.channelId, item.decision, item.reason])
        expect(previewed).toEqual(live.filter(([ruleId]) => ruleId === rule.id))
      }
    }),
  )
})

test('explains exactly the rules that match as matching, and names an unmet condition of the others', () => {
  fc.assert(
    fc.property(signals, rules, (occasions, stored) => {
      for (const { signal } of occasions) {
        const answers = explainRules(signal, stored)
        const matched = matchRules(signal, indexRules(stored)).map(({ id }) => id)
        expect(answers.filter(({ answer }) => answer === 'matches').map(({ ruleId }) => ruleId)).toEqual(
          matched,
        )
        for (const { answer, unmet, endedBy } of answers) {
          if (answer === 'unmet') expect(unmet.length).toBeGreaterThan(0)
          if (answer === 'not_reached') expect([unmet, matched.includes(endedBy ?? '')]).toEqual([[], true])
        }
      }
    }),
  )
})

test('names every condition that a signal does not meet', () => {
  const [occasion] =
    fc.sample(
      signals.filter(({ length }) => length > 0),
      1,
    )[0] ?? []
  if (occasion === undefined) throw new Error('There is no signal.')
  const signal: Signal = { ...occasion.signal, urgency: 'low', relevanceScore: 40 }
  const conditions = { minUrgency: 'high', minScore: 40, keywords: ['nowhere'], assigned: true } as const
  expect(unmetConditions(signal, { ...conditions, keywords: ['nowhere'] })).toEqual([
    ...['minUrgency', 'keywords', 'assigned'],
  ])
})

const items = fc.array(
  fc.record({
    signalId: fc.constantFrom('sig_1', 'sig_2', 'sig_3', 'sig_4'),
    channelId: fc.constantFrom('chn_1', 'chn_2'),
    decision: fc.constantFrom('send' as const, 'digest' as const, 'none' as const),
    reason: fc.constantFrom('same_post' as const, 'earlier_rule' as const),
    atMs: fc.integer({ min: startMs, max: startMs + 5 * hourMs }),
  }),
)

test('adds up a preview: each item is in the sum, in one channel and in one hour', () => {
  fc.assert(
    fc.property(items, (some: DatedPreviewItem[]) => {
      const { byChannel, byHour, reasons, ...sum } = summarisePreview(some)
      const added = (parts: readonly { sent: number; digested: number; heldBack: number }[]) => ({
        sent: parts.reduce((total, { sent }) => total + sent, 0),
        digested: parts.reduce((total, { digested }) => total + digested, 0),
        heldBack: parts.reduce((total, { heldBack }) => total + heldBack, 0),
      })
      expect(added(byChannel)).toEqual(sum)
      expect(added(byHour)).toEqual(sum)
      expect(reasons.reduce((total, { count }) => total + count, 0)).toBe(sum.heldBack)
      for (const [index, { hourMs: at }] of byHour.entries())
        expect(at - (byHour[0]?.hourMs ?? 0)).toBe(index * hourMs)
    }),
  )
})

test('compares two previews by signal and channel', () => {
  const item = (signalId: string, decision: AlertDecision['decision']) => ({
    signalId,
    channelId: 'chn_1',
    decision,
  })
  const before = [item('sig_1', 'send'), item('sig_2', 'send'), item('sig_3', 'none'), item('sig_4', 'send')]
  const after = [item('sig_1', 'send'), item('sig_2', 'digest'), item('sig_3', 'send'), item('sig_4', 'none')]
  const { added, removed, changed, same } = comparePreviews(before, after)
  const idsOf = (some: { signalId: string }[]): string[] => some.map(({ signalId }) => signalId)
  expect([idsOf(added), idsOf(removed), idsOf(changed), same]).toEqual([['sig_3'], ['sig_4'], ['sig_2'], 1])
})
