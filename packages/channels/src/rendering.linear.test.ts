import { expectLinear } from '@signalpost/testing'
import { describe, test } from 'vitest'
import type { Content } from './channel.ts'
import { findMail } from './email/render-mail.ts'
import { findSlackMessage } from './slack/render-message.ts'
import { alertOf, digestOf, fullSignal } from './test-support/sample-alert.ts'
import { renderWebhookMessages } from './webhook/webhook-messages.ts'

const shapes: [name: string, text: (n: number) => string][] = [
  ['letters', (n) => 'a'.repeat(n)],
  ['spaces', (n) => ' '.repeat(n)],
  ['line breaks', (n) => '\r\n\u2028'.repeat(n)],
  ['markup', (n) => '<a&">'.repeat(n)],
  ['marks in a false order', (n) => `a${'\u0301\u0316'.repeat(n)}`],
  ['joined characters', (n) => '👩‍'.repeat(n)],
  ['flags', (n) => '🇦'.repeat(n)],
  ['lone surrogates', (n) => '\ud800a'.repeat(n)],
  ['controls', (n) => '\u0000\u202e'.repeat(n)],
  ['addresses', (n) => 'https://a.b/@'.repeat(n)],
]

const source = { orgId: 'org_demo', channelId: 'chn_1', messageId: 'msg_1' }
const renderers: [name: string, render: (content: Content) => unknown][] = [
  ['slack', (content) => findSlackMessage(content, { hasButtons: true })],
  ['email', (content) => findMail(content, { unsubscribeUrl: 'https://signals.example.com/u/token' })],
  ['webhook', (content) => renderWebhookMessages(content, source)],
]

describe.each(renderers)('%s renders an alert in time proportional to its text', (_, render) => {
  test.each(shapes)('%s', async (__, text) => {
    const input = (n: number): Content => {
      const said = text(n)
      const members = { title: said, excerpt: said, rationale: said, author: said, recommendedAction: said }
      return { alert: alertOf([{ ...fullSignal, ...members, subjectOrg: { name: said } }]) }
    }
    await expectLinear({ input, run: render, upTo: 16_384 })
  })

  test('a digest of many signals', async () => {
    const input = (n: number): Content => ({ alert: digestOf(n) })
    await expectLinear({ input, run: render, from: 16, upTo: 500 })
  })
})
