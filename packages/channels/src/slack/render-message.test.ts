import { findSlackControls, findSlackFaults, findSlackPlainTexts } from '@signalpost/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alert } from '../channel.ts'
import { wildAlerts } from '../test-support/random-alerts.ts'
import {
  alertOf,
  attackingSignal,
  bareSignal,
  digestOf,
  fullSignal,
  shownAttack,
} from '../test-support/sample-alert.ts'
import { findSlackMessage, type SlackMessage } from './render-message.ts'

function render(alert: Alert, hasButtons = true): SlackMessage {
  const message = findSlackMessage({ alert }, { hasButtons })
  if (message === undefined) throw new Error('an alert is always rendered')
  return message
}

test('shows urgency, platform, account, score, reasoning, the quoted text and a link', () => {
  const message = render(alertOf([fullSignal]))
  expect(message.text).toBe(
    'Immediate urgency · Reddit · Acme GmbH: Looking for a ticketing system that does not fall over at 300 agents',
  )
  const texts = findSlackPlainTexts(message.blocks)
  expect(texts[0]).toBe('🔴 Immediate urgency · Reddit · Acme GmbH')
  // What it is and where it is come first.
  expect(texts[1]).toBe(fullSignal.title)
  expect(texts.join('\n')).toContain('Score 87 of 100')
  expect(texts.join('\n')).toContain('Why: Names a budget and a date')
  expect(texts.join('\n')).toContain('Next step: Answer in the thread today')
  expect(texts.join('\n')).toContain('We outgrew ours last quarter.\nBudget is approved')
  expect(findSlackControls(message)).toEqual([`<${fullSignal.url}|Open on Reddit>`])
})

test('gives a bot’s message three buttons whose only value is the id of the signal', () => {
  const buttons = JSON.stringify(render(alertOf([fullSignal])).blocks.find(({ type }) => type === 'actions'))
  expect(JSON.parse(buttons).elements).toMatchObject([
    { action_id: 'signalpost_assign', value: 'sig_1' },
    { action_id: 'signalpost_good', value: 'sig_1' },
    { action_id: 'signalpost_bad', value: 'sig_1' },
  ])
  expect(JSON.stringify(render(alertOf([fullSignal]), false))).not.toContain('action_id')
})

test('gives each of several signals a quote and buttons, and a digest no buttons', () => {
  const other = {
    ...fullSignal,
    id: 'sig_2',
    feedback: { verdict: 'bad' as const, at: fullSignal.firstSeenAt },
  }
  const message = render(alertOf([fullSignal, other]))
  const buttons = message.blocks.filter(({ type }) => type === 'actions')
  expect(buttons.map((block) => JSON.parse(JSON.stringify(block)).elements[0].value)).toEqual([
    'sig_1',
    'sig_2',
  ])
  const texts = findSlackPlainTexts(message.blocks)
  expect(texts.filter((text) => text.includes('We outgrew ours last quarter.'))).toHaveLength(2)
  expect(texts).toContain('Marked as bad')
  expect(findSlackFaults(render(alertOf(Array.from({ length: 10 }, () => other))))).toEqual([])
  expect(JSON.stringify(render(alertOf([fullSignal, other]), false))).not.toContain('action_id')
  expect(JSON.stringify(render(digestOf(3)))).not.toContain('action_id')
})

test('shows the assignee and the verdict in an edited message', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const taken = {
    ...fullSignal,
    assignedTo: { userId: 'ann', at, by: 'ann' },
    feedback: { verdict: 'good' as const, at },
  }
  expect(findSlackPlainTexts(render(alertOf([taken])).blocks)).toContain('Taken by ann · Marked as good')
  const byClick = { ...taken, assignedTo: { userId: 'slack:T1:U0ANN', at, by: 'slack:T1:U0ANN' } }
  expect(findSlackControls(render(alertOf([byClick])))).toContain('<@U0ANN>')
  const forged = { ...taken, assignedTo: { userId: 'slack:T1:U1>,<!channel', at, by: 'x' } }
  expect(findSlackControls(render(alertOf([forged])))).toHaveLength(1)
})

test('marks its labels in bold and tells times in the zone of the reader', () => {
  const blocks = JSON.stringify(render(alertOf([fullSignal])).blocks)
  expect(blocks).toContain('{"type":"text","text":"Next step: ","style":{"bold":true}}')
  const [moment] = /\{"type":"date"[^}]*\}/.exec(blocks.replaceAll(/\{(date_\w+|time)\}/g, '($1)')) ?? []
  expect(JSON.parse(moment ?? '')).toEqual({
    ...{ type: 'date', timestamp: Math.floor(Date.parse(fullSignal.postedAt) / 1_000) },
    ...{ format: '(date_short_pretty) at (time)', fallback: expect.stringMatching(/^[0-9: -]+ UTC$/) },
  })
})

test('offers no acknowledgement once it was acknowledged', () => {
  const escalation = { round: 1, step: 1, steps: 1, unless: ['assigned'] as const, waitedMs: 900_000 }
  const labelsOf = (alert: Alert) =>
    render(alert).blocks.flatMap((block) =>
      block.type === 'actions' ? block.elements.map(({ text }) => text.text) : [],
    )
  const acknowledged = { ...fullSignal, acknowledgedAt: '2026-11-20T09:00:00.000Z' }
  expect(labelsOf(alertOf([fullSignal], { escalation }))).toContain('Acknowledge')
  expect(labelsOf(alertOf([acknowledged], { escalation }))).not.toContain('Acknowledge')
  const links = { acknowledgeUrlOf: () => 'https://signals.example.com/a/token' }
  const byWebhook = (alert: Alert) =>
    JSON.stringify(findSlackMessage({ alert }, { hasButtons: false, links })?.blocks)
  expect(byWebhook(alertOf([fullSignal]))).toContain('/a/token')
  expect(byWebhook(alertOf([acknowledged]))).not.toContain('/a/token')
})

test('mentions whom each of several alerts is for', () => {
  const person = { personId: 'usr_1', name: 'Anna', email: null }
  const other = { ...fullSignal, id: 'sig_2' }
  const routed = {
    sig_1: { ...person, externalUserId: 'U0ANNA' },
    sig_2: { ...person, externalUserId: 'U0BOB' },
  }
  expect(findSlackControls(render(alertOf([fullSignal, other], { routed })))).toEqual(
    expect.arrayContaining(['<@U0ANNA>', '<@U0BOB>']),
  )
})

test('asks before a lead is taken over, and undoes what was done', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const taken = {
    ...fullSignal,
    assignedTo: { userId: 'usr_ann', at, by: 'usr_ann' },
    feedback: { verdict: 'bad' as const, at },
  }
  const message = render({ ...alertOf([taken]), names: { usr_ann: 'Ann Example' } })
  expect(findSlackFaults(message)).toEqual([])
  expect(findSlackPlainTexts(message.blocks)).toContain('Taken by Ann Example · Marked as bad')
  const buttons = message.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
  expect(buttons.map(({ action_id, confirm }) => [action_id, confirm !== undefined])).toEqual([
    ['signalpost_assign', true],
    ['signalpost_unassign', true],
    ['signalpost_good', false],
    ['signalpost_clear_verdict', false],
  ])
})

test('shows the most urgent of several alerts first, and the best of a digest', () => {
  const calm = { ...fullSignal, id: 'sig_calm', title: 'Calm', urgency: 'low' as const }
  const urgent = { ...fullSignal, id: 'sig_urgent', title: 'Urgent', urgency: 'immediate' as const }
  const titlesOf = (alert: Alert) =>
    findSlackPlainTexts(render(alert).blocks).filter((text) => /^\d\. /.test(text))
  expect(titlesOf(alertOf([calm, urgent]))).toEqual(['1. Urgent', '2. Calm'])
  expect(titlesOf({ ...alertOf([calm, urgent]), kind: 'digest' })).toEqual(['1. Calm', '2. Urgent'])
})

test('names the top ten of a digest and how many more there are', () => {
  const message = render(digestOf(200, { group: 'Acme' }))
  const texts = findSlackPlainTexts(message.blocks)
  expect(texts[0]).toBe('🔴 Digest: 200 signals · Acme · Immediate urgency')
  expect(texts.filter((text) => /^\d+\. Post number/.test(text))).toHaveLength(10)
  expect(texts).toContain('and 190 more signals')
  expect(findSlackPlainTexts(render(digestOf(11)).blocks)).toContain('and 1 more signal')
})

test('renders a message when no signal is left', () => {
  expect(findSlackPlainTexts(render(digestOf(0)).blocks)[0]).toBe('Digest: No signals')
  expect(findSlackPlainTexts(render(digestOf(0, { total: 3 })).blocks)).toContain('3 signals')
})

test('shows a malicious post as text', () => {
  for (const alert of [alertOf([attackingSignal]), alertOf([attackingSignal, bareSignal])]) {
    const message = render(alert)
    const controls = findSlackControls(message)
    expect(controls.every((control) => /^<https:\/\/[^<>|]+\|Open on [A-Za-z ]+>$/.test(control))).toBe(true)
    expect(findSlackControls({ text: message.plainText, blocks: [] })).toEqual([])
    expect(findSlackPlainTexts(message.blocks).join('\n')).toContain(shownAttack)
  }
})

test('keeps every limit of Slack whatever the posts contain, and renders the same alert equally', () => {
  fc.assert(
    fc.property(wildAlerts, (alert) => {
      const message = render(alert)
      expect(findSlackFaults(message)).toEqual([])
      expect(message.text.length).toBeLessThanOrEqual(4000)
      expect(message.plainText.length).toBeLessThanOrEqual(4000)
      expect(message.text.trim()).not.toBe('')
      expect(JSON.stringify(message).isWellFormed()).toBe(true)
      expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud[89a-f]/)
      for (const control of findSlackControls(message))
        expect(control).toMatch(/^<https:[^<>|]+\|Open on [A-Za-z ]+>$/)
      expect(render(structuredClone(alert))).toEqual(message)
    }),
    { numRuns: 60 },
  )
})
