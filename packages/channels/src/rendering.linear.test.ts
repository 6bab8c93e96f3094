import { allApiUrls, expectLinear } from '@signalpost/testing'
import { describe, test } from 'vitest'
import type { Channel, Content } from './channel.ts'
import { channels, renderRequest } from './index.ts'
import { alertOf, digestOf, fullSignal } from './test-support/sample-alert.ts'

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

/** A secret and settings of each kind of channel. */
const accounts: Record<string, { settings?: object; secret?: object; recipient?: string }> = {
  slack: { secret: { webhookUrl: 'https://hooks.slack.com/services/T/B/x' } },
  email: { settings: { to: ['ann@example.com'] }, recipient: 'ann@example.com' },
  webhook: {
    settings: { url: 'https://a.example/', events: ['*'] },
    secret: { secret: `whsec_${'A'.repeat(44)}` },
  },
  teams: { secret: { webhookUrl: 'https://a.example/' } },
  discord: { secret: { webhookUrl: 'https://discord.com/api/webhooks/1/a' } },
  pagerduty: { secret: { routingKey: 'a'.repeat(32) } },
  opsgenie: { secret: { apiKey: 'a'.repeat(36) } },
  http: { settings: { url: 'https://a.example/' }, secret: {} },
}

/** Returns what a channel would send. Nothing leaves this process. */
async function render(kind: Channel, content: Content): Promise<unknown> {
  const { settings = {}, secret, recipient = '' } = accounts[kind.kind] ?? {}
  const base = 'https://signals.example.com'
  const request = await renderRequest(
    kind,
    { apiUrls: allApiUrls(base), publicUrl: base, intakeUrl: base, consoleUrl: base, from: undefined },
    {
      ...{ content, messageId: 'msg_1', attempt: 1, channelId: 'chn_1', orgId: 'org_demo', recipient },
      settings: kind.settings.parse(settings) as Record<string, unknown>,
      secrets: secret === undefined ? [] : [secret as Record<string, unknown>],
      unsubscribeUrl: `${base}/u/token`,
    },
  )
  if (request === undefined) throw new Error(`${kind.kind} sends nothing`)
  return request
}

describe.each<Channel>([...channels])('$kind renders an alert in time proportional to its text', (kind) => {
  test.each(shapes)('%s', async (__, text) => {
    const input = (n: number): Content => {
      const said = text(n)
      const members = { title: said, excerpt: said, rationale: said, author: said, recommendedAction: said }
      return { alert: alertOf([{ ...fullSignal, ...members, subjectOrg: { name: said } }]) }
    }
    // A template's body of more than 256 KiB is not sent.
    await expectLinear({ input, run: (content) => render(kind, content), upTo: 8_192 })
  })

  test('a digest of many signals', async () => {
    const input = (n: number): Content => ({ alert: digestOf(n) })
    const run = (content: Content) => render(kind, content)
    await expectLinear({ input, run, from: 16, upTo: 500 })
  })
})
