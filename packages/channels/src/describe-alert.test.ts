import type { Signal } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import type { Alert, MessageLinks } from './channel.ts'
import { describeAlert } from './describe-alert.ts'
import { describeFollowUp } from './describe-follow-up.ts'
import { findMail } from './email/render-mail.ts'
import { alertOf, digestOf, fullSignal } from './test-support/sample-alert.ts'

const at = '2026-11-20T09:00:00.000Z'
const names = { usr_anna: 'Anna Schmidt', usr_bob: 'Bob Tran', key_1: 'Zapier' }

function statusOf(signal: Signal, more: Partial<Alert> = {}): string | undefined {
  const { signals } = describeAlert(alertOf([signal], { names, ...more }), { maxItems: 1 })
  return signals[0]?.status
    .map(({ text, person = '', after = '' }) => `${text} ${person}${after}`)
    .join(' · ')
}

test.each<[string, string, string]>([
  ['a rule gave it to someone', 'rul_1', 'Given to Anna Schmidt, not taken yet'],
  ['someone took it', 'usr_anna', 'Taken by Anna Schmidt'],
  ['someone else assigned it', 'usr_bob', 'Assigned to Anna Schmidt'],
])('says that %s', (_, by, said) => {
  expect(statusOf({ ...fullSignal, assignedTo: { userId: 'usr_anna', at, by } })).toBe(said)
})

test('names people and keys, and never by our ids', () => {
  const taken = (userId: string) => ({ ...fullSignal, assignedTo: { userId, at, by: userId } })
  expect(statusOf(taken('key_1'))).toBe('Taken by Zapier')
  expect(statusOf(taken('usr_unknown'))).toBe('Taken by someone')
  expect(statusOf(taken('ann@example.com'))).toBe('Taken by ann@example.com')
  const acknowledged = { ...fullSignal, acknowledgedAt: at }
  expect(statusOf(acknowledged, { acknowledgedBy: { sig_1: 'chn_1' } })).toBe('Acknowledged by someone')
})

test.each([
  ['ann@example.com', undefined, 'ann@example.com took it'],
  ['usr_unknown', undefined, 'Someone took it'],
  ['usr_unknown', 'de' as const, 'Jemand hat es übernommen'],
])(
  'the heading of a follow-up names %s, or begins as a sentence does (language: %s)',
  (userId, language, said) => {
    const signal = { ...fullSignal, assignedTo: { userId, at, by: userId } }
    const alert = alertOf([signal], language && { style: { parts: null, subject: null, language } })
    expect(describeFollowUp({ alert, follows: 'msg_1', signal }).heading).toBe(said)
  },
)

test('shows as done only what had come when it was sent', () => {
  const acknowledged = { ...fullSignal, acknowledgedAt: at }
  const links = { acknowledgeUrlOf: (id: string) => `https://example.com/a/${id}` }
  const shown = (sentMs: number) => {
    const alert = alertOf([acknowledged], { names, acknowledgedBy: { sig_1: 'usr_bob' }, sentMs })
    const { signals } = describeAlert(alert, { maxItems: 1, links })
    return [signals[0]?.isAcknowledged, signals[0]?.acknowledgedBy, signals[0]?.acknowledgeUrl]
  }
  expect(shown(Date.parse(at) - 1)).toEqual([false, undefined, 'https://example.com/a/sig_1'])
  expect(shown(Date.parse(at))).toEqual([true, 'Bob Tran', undefined])
  const before = alertOf([acknowledged], { sentMs: Date.parse(at) - 1 })
  expect(
    describeFollowUp({ alert: before, follows: 'msg_1', signal: acknowledged }).facts.join(),
  ).not.toMatch(/cknowledged/)
})

describe('a step of an escalation', () => {
  const stepOf = (
    items: Signal[],
    waitedMs = 900_000,
    unless: ('assigned' | 'read')[] = ['assigned'],
  ): Alert => alertOf(items, { escalation: { round: 1, step: 1, steps: 2, unless, waitedMs } })
  const leadOf = (alert: Alert) => describeAlert(alert, { maxItems: 5 }).lead

  test.each<[number, string]>([
    [30_400, 'No one has taken this for 30 s'],
    [900_400, 'No one has taken this for 15 min'],
    [5_400_000, 'No one has taken this for 1 h 30 min'],
    [7_200_000, 'No one has taken this for 2 h'],
    [86_400_000, 'No one has taken this for 1 day'],
    [260_000_000, 'No one has taken this for 3 days'],
  ])('says first how long no one took its signal: %i ms', (waitedMs, said) => {
    expect(leadOf(stepOf([fullSignal], waitedMs))).toBe(said)
  })

  test('says it in the subject too, and no more once it is taken', () => {
    const mail = findMail({ alert: stepOf([fullSignal]) }, {})
    expect(mail?.subject).toMatch(/^No one has taken this for 15 min: Immediate urgency/)
    expect(mail?.text.split('\n')[0]).toBe('No one has taken this for 15 min')
    expect(leadOf(stepOf([fullSignal, { ...fullSignal, id: 'sig_2' }]))).toBe(
      'No one has taken these for 15 min',
    )
    const read = { ...fullSignal, readAt: at }
    expect(leadOf(stepOf([read]))).toBe('No one has taken this for 15 min')
    expect(leadOf(stepOf([read], 900_000, ['read']))).toBeUndefined()
  })
})

test('says how urgent several signals are', () => {
  const calm = { ...fullSignal, id: 'sig_2', urgency: 'medium' as const }
  const headingOf = (alert: Alert) => describeAlert(alert, { maxItems: 2 }).top
  expect(headingOf(alertOf([fullSignal, calm]))).toBe('🔴 2 signals · 1 of immediate urgency')
  expect(headingOf(alertOf([calm, calm]))).toBe('🟡 2 signals · Medium urgency')
  const cut = digestOf(2, { total: 60, mostUrgent: { urgency: 'high', count: 7 } })
  expect(headingOf(cut)).toBe('🟠 Digest: 60 signals · 7 of high urgency')
})

test('says the intent in one word, and the times in the zone of the rule', () => {
  const { signals } = describeAlert(alertOf([fullSignal], { timeZone: 'Europe/Berlin' }), { maxItems: 1 })
  expect(signals[0]?.facts).toEqual([
    'explicit intent',
    'by ops_ann',
    'posted 2026-11-20 09:15 Europe/Berlin',
  ])
  const { purchaseIntent: _, ...unknown } = fullSignal
  const [first] = describeAlert(alertOf([unknown]), { maxItems: 1 }).signals
  expect(first?.facts).toEqual(['high intent', 'by ops_ann', 'posted 2026-11-20 08:15 UTC'])
})

test('leads to the page of a signal, and to acknowledging it until someone did', () => {
  const links: MessageLinks = {
    acknowledgeUrlOf: (signalId) => `https://signals.example.com/a/${signalId}`,
    signalUrlOf: (signalId) => `https://console.example.com/${signalId}`,
  }
  const linksOf = (signal: Signal) => {
    const [first] = describeAlert(alertOf([signal]), { maxItems: 1, links }).signals
    return [first?.pageUrl, first?.acknowledgeUrl]
  }
  expect(linksOf(fullSignal)).toEqual([
    'https://console.example.com/sig_1',
    'https://signals.example.com/a/sig_1',
  ])
  expect(linksOf({ ...fullSignal, acknowledgedAt: at })).toEqual([
    'https://console.example.com/sig_1',
    undefined,
  ])
})
