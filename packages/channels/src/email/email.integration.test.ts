import { allApiUrls, type ReceivedMail, startMailServer } from '@signalpost/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Alert, Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { alertOf, attackingSignal, digestOf, fullSignal } from '../test-support/sample-alert.ts'
import { email } from './email.ts'

const server = await startMailServer()
const services = createChannelServices({
  allowedNetworks: { has: () => false },
  apiUrls: allApiUrls('http://127.0.0.1:1'),
  smtp: { url: server.url, from: 'Signalpost <alerts@signals.example>' },
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), server.close()]))

const unsubscribeUrl = `https://signals.example/u/${'token'.repeat(40)}`

beforeEach(() => {
  server.mails.length = 0
  server.troubles.clear()
})

function send(alert: Alert, { recipient = 'ann@example.com', messageId = 'dsp_1' } = {}): Promise<Outcome> {
  return email.send(services, {
    content: { alert },
    messageId,
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_demo',
    settings: { to: [recipient] },
    secrets: [{}],
    recipient,
    unsubscribeUrl,
    signal: new AbortController().signal,
  })
}

function headerLines({ raw }: ReceivedMail): string[] {
  return raw.toString('latin1').split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
}

function headers(mail: ReceivedMail | undefined, name: string): string[] {
  return mail?.parsed.headers.filter(({ key }) => key === name).map(({ value }) => value) ?? []
}

test('has a header to unsubscribe in one click, in lines short enough for every relay', async () => {
  await send(alertOf([fullSignal]))
  const [mail] = server.mails
  expect(mail && headerLines(mail)).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(mail && headerLines(mail)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(mail?.parsed.text).toContain(unsubscribeUrl)
})

test('marks itself as automatic, and a digest as bulk', async () => {
  await send(alertOf([fullSignal]))
  await send(digestOf(2), { messageId: 'dsp_2' })
  const [single, digest] = server.mails
  expect([headers(single, 'auto-submitted'), headers(single, 'precedence')]).toEqual([['auto-generated'], []])
  expect([headers(digest, 'auto-submitted'), headers(digest, 'precedence')]).toEqual([
    ['auto-generated'],
    ['bulk'],
  ])
})

test('keeps its Message-ID over tries, and has a different one for each recipient and message', async () => {
  server.troubles.plan('answer_lost', { times: 1 })
  expect(await send(alertOf([fullSignal]))).toMatchObject({ outcome: 'ambiguous' })
  expect(await send(alertOf([fullSignal]))).toMatchObject({ outcome: 'sent' })
  await send(alertOf([fullSignal]), { recipient: 'bob@example.com' })
  await send(alertOf([fullSignal]), { messageId: 'dsp_2' })
  const ids = server.mails.map(({ parsed }) => parsed.messageId)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
  expect(ids[0]).toMatch(/^<[0-9a-f]{40}@signals\.example>$/)
  expect(server.mails.map((mail) => headers(mail, 'x-entity-ref-id')[0])).toEqual(
    ids.map((id) => id?.slice(1, 41)),
  )
})

test('addresses one recipient, also at a domain in another script', async () => {
  await send(alertOf([fullSignal]), { recipient: 'ann@bücher.example' })
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'alerts@signals.example', to: 'ann@bücher.example' })
  expect(mail && headerLines(mail)).toContain('To: ann@xn--bcher-kva.example')
})

test('contains no header from a post, rule or account', async () => {
  const lines = '\r\nBcc: eve@example.com\r\n\r\n<h1>Injected</h1>'
  const alert = alertOf([{ ...attackingSignal, title: `Title${lines}` }], { ruleName: `Rule${lines}` })
  await send(alert)
  await send({ ...alert, total: 2, group: `Group${lines}` }, { messageId: 'dsp_2' })
  for (const mail of server.mails) {
    const names = mail.parsed.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-injected')
    expect(headerLines(mail).every((line) => line.length <= 998)).toBe(true)
    expect(mail.to).toBe('ann@example.com')
    expect(mail.parsed.html).not.toContain('<h1>Injected')
    expect(mail.parsed.subject).toMatch(/^\P{Cc}{1,120}$/u)
  }
  expect(server.mails).toHaveLength(2)
})

test('is sent over pooled connections', async () => {
  await send(alertOf([fullSignal]))
  const before = server.connections()
  for (let count = 0; count < 5; count++) await send(alertOf([fullSignal]), { messageId: `dsp_${count}` })
  expect(server.connections()).toBe(before)
})
