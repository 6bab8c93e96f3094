import { envelopeSchema, readEnvelopes } from '@signalpost/domain'
import { expect, test } from 'vitest'
import type { Content } from '../channel.ts'
import { testNotice } from '../test-notice.ts'
import { alertOf, attackingSignal, digestOf, fullSignal } from '../test-support/sample-alert.ts'
import { renderWebhookMessages } from './webhook-messages.ts'

const source = { messageId: 'dsp_1', channelId: 'chn_1', orgId: 'org_demo' }
const render = (content: Content, messageId = 'dsp_1') =>
  renderWebhookMessages(content, { ...source, messageId })

test('sends an event unchanged, with its own id', () => {
  const event = {
    id: 'evt_1',
    type: 'signal.deleted',
    occurredAt: '2026-11-20T08:00:00.000Z',
    orgId: 'org_demo',
    data: { signalId: 's' },
  }
  expect(render({ event })).toEqual([{ id: 'evt_1', body: JSON.stringify(event) }])
})

test('sends an alert as an event in our envelope', () => {
  const [message] = render({ alert: alertOf([fullSignal]) })
  const event = envelopeSchema.parse(JSON.parse(message?.body ?? ''))
  expect(event).toMatchObject({
    type: 'alert.raised',
    occurredAt: '2026-11-20T08:20:01.000Z',
    orgId: 'org_demo',
    data: { ruleId: 'rul_1', signal: fullSignal },
  })
  expect(event.id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(message?.id).toBe(event.id)
})

test('gives the same message the same ids and bytes, and another message other ids', () => {
  const content = { alert: digestOf(3) }
  expect(render(structuredClone(content))).toEqual(render(content))
  const ids = (messageId: string) =>
    render(content, messageId).flatMap(({ id, body }) => [id, ...body.matchAll(/evt_\w+/g)].map(String))
  expect(new Set([...ids('dsp_1'), ...ids('dsp_2')]).size).toBe(8)
})

test('keeps an event’s id if others of its digest are gone on a later try', () => {
  const [whole] = render({ alert: digestOf(3) })
  const alert = digestOf(3)
  const [rest] = render({ alert: { ...alert, items: alert.items.slice(1) } })
  const idOf = (body: string | undefined, index: number) => JSON.parse(body ?? '')[index].id
  expect(idOf(rest?.body, 0)).toBe(idOf(whole?.body, 1))
})

test('sends several signals as an array with a separate id', () => {
  const messages = render({ alert: digestOf(200) })
  expect(messages).toHaveLength(1)
  const result = readEnvelopes(JSON.parse(messages[0]?.body ?? ''))
  expect(result).toMatchObject({ ok: true, isArray: true })
  expect(messages[0]?.id).toMatch(/^msg_[0-9a-z]{26}$/)
})

test('splits an array that our own intake would refuse', () => {
  const alert = digestOf(200)
  const long = { ...alert, items: alert.items.map((item) => ({ ...item, excerpt: 'ä'.repeat(5_000) })) }
  const messages = render({ alert: long })
  expect(messages.length).toBeGreaterThan(1)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
  for (const { body } of messages) expect(Buffer.byteLength(body)).toBeLessThan(1_048_576)
  expect(messages.flatMap(({ body }) => JSON.parse(body))).toHaveLength(200)
})

test('keeps a malicious post as text that every JSON reader accepts', () => {
  const [message] = render({ alert: alertOf([attackingSignal]) })
  const { data } = JSON.parse(message?.body ?? '')
  expect(data.signal.title).toBe(attackingSignal.title)
  expect(data.signal.excerpt).toBe(attackingSignal.excerpt.replace('\u0000\ud800', '\ufffd\ufffd'))
  expect(message?.body).not.toMatch(/\\u0000|\\ud8/)
})

test('sends a ping as the test message', () => {
  const [message] = render({ notice: testNotice('chn_1', '2026-11-20T09:00:00.000Z') })
  expect(envelopeSchema.parse(JSON.parse(message?.body ?? ''))).toMatchObject({
    type: 'ping',
    data: { channelId: 'chn_1' },
  })
})
