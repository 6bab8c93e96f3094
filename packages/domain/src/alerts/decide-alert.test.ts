import { describe, expect, test } from 'vitest'
import type { Signal } from '../documents/signal.ts'
import {
  type AlertDecision,
  decideAlert,
  firedRules,
  type Occasion,
  recordSend,
  type SendHistory,
} from './decide-alert.ts'
import { indexRules } from './match-rules.ts'
import { type Rule, ruleDefinitionSchema } from './rule.ts'
import type { Silence } from './silence.ts'

const hourMs = 3_600_000
const nowMs = Date.parse('2026-11-20T12:00:00Z')

function signal(members: Partial<Signal> = {}): Signal {
  return {
    id: 'sig_1',
    orgId: 'org_a',
    listenerId: 'lst_1',
    source: 'reddit',
    url: 'https://example.com/1',
    title: 'title',
    excerpt: 'excerpt',
    postedAt: '2026-11-20T11:00:00.000Z',
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'why',
    matchedKeywords: [],
    firstSeenAt: '2026-11-20T11:00:00.000Z',
    ...members,
  }
}

function occasion(members: Partial<Occasion> = {}): Occasion {
  return { signal: signal(), storedAtMs: nowMs, atMs: nowMs, isAlertedElsewhere: false, ...members }
}

function rule(members: object = {}, id = 'rul_1'): Rule {
  const definition = ruleDefinitionSchema.parse({ channels: 'all', ...members })
  return { ...definition, id, name: id, position: 1, enabled: true }
}

function decide(
  members: object,
  about: Occasion,
  { history = nothing(), silences = [], isDisabled = false, holdsBack = true } = {} as {
    history?: SendHistory
    silences?: Silence[]
    isDisabled?: boolean
    holdsBack?: boolean
  },
): AlertDecision {
  return decideAlert({
    rule: rule(members),
    channel: { isDisabled },
    occasion: about,
    history,
    silences,
    holdsBack,
  })
}

function nothing(): SendHistory {
  return { posts: new Map(), momentsMs: [] }
}

describe('firedRules', () => {
  const index = indexRules([rule({ conditions: { minUrgency: 'high' } })])
  const urgent = signal({ urgency: 'high' })

  test('fires a rule for a new signal', () => {
    expect(firedRules(occasion({ signal: urgent }), index)).toHaveLength(1)
    expect(firedRules(occasion(), index)).toHaveLength(0)
  })

  test('fires a rule that a changed document newly matches, within 24 hours of its first storing', () => {
    const changed = { signal: urgent, before: signal({ urgency: 'low' }) }
    expect(firedRules(occasion({ ...changed, storedAtMs: nowMs - 24 * hourMs }), index)).toHaveLength(1)
    expect(firedRules(occasion({ ...changed, storedAtMs: nowMs - 24 * hourMs - 1 }), index)).toHaveLength(0)
    expect(firedRules(occasion({ signal: urgent, before: null }), index)).toHaveLength(1)
  })

  test('does not fire a rule that the document matched before, as old signals match a new rule', () => {
    const changed = { signal: urgent, before: signal({ urgency: 'immediate', title: 'other' }) }
    expect(firedRules(occasion(changed), index)).toHaveLength(0)
  })

  test('does not fire a rule for a changed register', () => {
    const assignedTo = { userId: 'usr_1', at: '2026-11-20T11:00:00.000Z', by: 'usr_1' }
    const byAssignment = indexRules([rule({ conditions: { assigned: true } })])
    expect(
      firedRules(occasion({ signal: signal({ assignedTo, title: 'new' }), before: signal() }), byAssignment),
    ).toHaveLength(0)
  })
})

describe('decideAlert sends nothing', () => {
  const old = occasion({ signal: signal({ firstSeenAt: '2026-11-19T11:59:59.999Z' }) })

  test('for a signal stored more than 24 hours after it was first seen, unless the rule has backfill', () => {
    expect(decide({}, old)).toEqual({ decision: 'none', reason: 'too_old' })
    expect(decide({ backfill: true }, old)).toEqual({ decision: 'send' })
    const justInTime = occasion({ signal: signal({ firstSeenAt: '2026-11-19T12:00:00.000Z' }) })
    expect(decide({}, justInTime)).toEqual({ decision: 'send' })
  })

  test('for a signal alerted elsewhere before, unless the rule has backfill', () => {
    const alerted = occasion({ isAlertedElsewhere: true })
    expect(decide({}, alerted)).toEqual({ decision: 'none', reason: 'already_alerted' })
    expect(decide({ backfill: true }, alerted)).toEqual({ decision: 'send' })
  })

  test('for a silenced signal, except in a preview', () => {
    const silences = [{ id: 'sil_1', conditions: {}, untilMs: nowMs + 1 }]
    expect(decide({}, occasion(), { silences })).toEqual({ decision: 'none', reason: 'silenced' })
    expect(decide({}, occasion(), { silences, holdsBack: false })).toEqual({ decision: 'send' })
  })

  test('for a read signal, or an assigned one unless the rule has a condition on it', () => {
    const assignedTo = { userId: 'usr_1', at: '2026-11-20T11:00:00.000Z', by: 'usr_1' }
    const assigned = occasion({ signal: signal({ assignedTo }) })
    expect(decide({}, occasion({ signal: signal({ readAt: '2026-11-20T11:00:00.000Z' }) }))).toEqual({
      decision: 'none',
      reason: 'read',
    })
    expect(decide({}, assigned)).toEqual({ decision: 'none', reason: 'assigned' })
    expect(decide({ conditions: { assigned: true } }, assigned)).toEqual({ decision: 'send' })
  })

  test('for a post sent within 24 hours, by dedupeKey or, without one, by titleKey', () => {
    const history = nothing()
    const first = occasion({ signal: signal({ dedupeKey: 'k', titleKey: 't' }) })
    recordSend(history, first, decide({}, first, { history }))
    const again = (members: Partial<Signal>, atMs = nowMs): AlertDecision =>
      decide({}, occasion({ signal: signal({ id: 'sig_2', ...members }), atMs, storedAtMs: nowMs }), {
        history,
      })
    expect(again({ dedupeKey: 'k' })).toEqual({ decision: 'none', reason: 'same_post' })
    expect(again({ dedupeKey: 'other', titleKey: 't' })).toEqual({ decision: 'send' })
    expect(again({ titleKey: 't' })).toEqual({ decision: 'send' })
    expect(again({ titleKey: 'k' })).toEqual({ decision: 'send' })
    expect(again({ dedupeKey: 'k' }, nowMs + 24 * hourMs)).toEqual({ decision: 'send' })
  })

  test('for a post that waits for a digest, until a day after it', () => {
    const history = nothing()
    const weekly = { mode: 'digest', cron: '0 12 * * 1' }
    const mondayMs = Date.parse('2026-11-23T12:00:00Z')
    const first = occasion({ signal: signal({ dedupeKey: 'k' }) })
    recordSend(history, first, decide(weekly, first, { history }))
    const again = (atMs: number): string => {
      const about = occasion({ signal: signal({ dedupeKey: 'k' }), atMs, storedAtMs: nowMs })
      return decide(weekly, about, { history }).decision
    }
    expect(again(mondayMs - hourMs)).toBe('none')
    expect(again(mondayMs + 24 * hourMs - 1)).toBe('none')
    expect(again(mondayMs + 24 * hourMs)).toBe('digest')
  })

  test('through a disabled channel', () => {
    expect(decide({}, occasion(), { isDisabled: true })).toEqual({
      decision: 'none',
      reason: 'channel_disabled',
    })
  })
})

describe('decideAlert delays', () => {
  const night = { quiet: { from: '11:00', to: '13:00', bypassImmediate: true } }

  test('an alert in quiet hours until they end, except for immediate signals if the rule allows them', () => {
    const dueMs = nowMs + hourMs
    expect(decide(night, occasion())).toEqual({ decision: 'digest', reason: 'quiet_hours', dueMs })
    expect(decide(night, occasion({ signal: signal({ urgency: 'immediate' }) }))).toEqual({
      decision: 'send',
    })
    expect(decide(night, occasion(), { holdsBack: false })).toEqual({ decision: 'send' })
  })

  test('a digest until its schedule, and after the quiet hours', () => {
    expect(decide({ mode: 'digest', cron: '30 12 * * *' }, occasion())).toEqual({
      decision: 'digest',
      dueMs: nowMs + hourMs / 2,
    })
    expect(decide({ mode: 'digest', cron: '30 12 * * *', ...night }, occasion())).toEqual({
      decision: 'digest',
      dueMs: nowMs + hourMs,
    })
  })

  test('alerts past a throttle, so that no window has more messages, digests included', () => {
    const history = nothing()
    const throttle = { throttle: { count: 2, windowMs: hourMs } }
    const messages: number[] = []
    const digests = new Set<number>()
    for (let minute = 0; minute < 300; minute += 7) {
      const about = occasion({ atMs: nowMs + minute * 60_000 })
      const decision = decide(throttle, about, { history })
      recordSend(history, about, decision)
      if (decision.decision === 'send') messages.push(about.atMs)
      // Signals join an open digest.
      if (decision.decision === 'digest' && ![...digests].some((dueMs) => dueMs > about.atMs)) {
        digests.add(decision.dueMs)
      }
    }
    const all = [...messages, ...digests].sort((a, b) => a - b)
    expect(digests.size).toBeGreaterThan(1)
    for (const ms of all)
      expect(all.filter((other) => other > ms - hourMs && other <= ms).length).toBeLessThan(3)
  })
})
