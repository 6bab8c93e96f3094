import { parseKindInput } from '@signalpost/domain'
import { allApiUrls } from '@signalpost/testing'
import { startService } from '@signalpost/testing/services'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { alertOf, attackingSignal, shownAttack } from '../test-support/sample-alert.ts'
import { http } from './http.ts'

const server = await startService(() => ({ status: 204 }))
const services = createChannelServices({
  allowedNetworks: { has: (address) => address === '127.0.0.1' },
  apiUrls: allApiUrls('http://127.0.0.1:1'),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), server.close()]))
beforeEach(() => {
  server.requests.length = 0
})

test('sends the method, the headers and the filled template', async () => {
  const outcome = await http.send(services, {
    content: { alert: alertOf([attackingSignal]) },
    messageId: 'dsp_1',
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_demo',
    settings: http.settings.parse({
      url: `${server.url}/notes`,
      method: 'PUT',
      contentType: 'application/x-www-form-urlencoded',
      template: 'title={{signal.title}}&score={{signal.score}}',
    }),
    secrets: [{ header: 'Authorization: Bearer abc\nX-Team: sales' }],
    recipient: '',
    signal: new AbortController().signal,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  })
  expect(outcome).toMatchObject({ outcome: 'sent', httpStatus: 204 })
  expect(server.requests).toMatchObject([
    {
      method: 'PUT',
      path: '/notes',
      headers: {
        authorization: 'Bearer abc',
        'x-team': 'sales',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': '"dsp_1"',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    },
  ])
  const fields = new URLSearchParams(server.requests[0]?.body)
  expect(fields.get('title')).toBe(shownAttack)
  expect(fields.get('score')).toBe('87')
})

test.each([
  [
    { template: '{"a":"{{signal.titel}}"}' },
    /no placeholder {{signal\.titel}}; expected one of alert\.heading/,
  ],
  [{ template: '{"a":{{signal.title}}}' }, /expected JSON, with placeholders only inside strings/],
  [{ template: 'a {{signal.title}}' }, /expected JSON/],
  [{ method: 'DELETE' }, /POST/],
  [{ contentType: 'json' }, /expected a media type/],
  [{ url: 'ftp://example.com' }, /expected an http or https URL/],
])('refuses the settings %o', (settings, message) => {
  const parsed = http.settings.safeParse({ url: 'https://example.com', ...settings })
  expect(parsed.error?.issues.map((issue) => issue.message).join()).toMatch(message)
})

test.each([
  ['no colon', /expected lines such as/],
  ['X-A: b\nHost: elsewhere', /the header host cannot be set/],
  ['Content-Type: text/plain', /a setting of its own/],
  ['X-A: b\u0000c', /expected lines such as/],
  ['X-A: ä', /expected lines such as/],
])('refuses the header %j', (header, message) => {
  expect(http.secrets.safeParse({ header }).error?.issues[0]?.message).toMatch(message)
})

test('accepts a body of another type with placeholders anywhere', () => {
  const settings = { url: 'https://example.com', contentType: 'text/plain', template: 'New: {{alert.text}}' }
  expect(http.settings.safeParse(settings).success).toBe(true)
})

const ndjson = '{"a":"{{signal.title}}"}\n{"b":"{{signal.url}}"}\n'

test.each([
  ['application/x-ndjson', ndjson, true],
  ['application/x-ndjson', '{"a":"{{signal.title}}"}\n{{signal.url}}', false],
  ['application/x-amz-json-1.1', '{"a":{{signal.score}}}', false],
  ['application/vnd.api+json', ndjson, false],
  ['text/yaml', 'title: "{{signal.title}}"', false],
  ['text/yaml', 'title: a new post', true],
  ['application/javascript', 'run("{{signal.title}}")', false],
  ['text/markdown', '# {{signal.title}}', true],
])('of the type %s, the template %j is accepted: %s', (contentType, template, isAccepted) => {
  const settings = { url: 'https://example.com', contentType, template }
  const parsed = parseKindInput(http, { settings, secrets: {} })
  expect(parsed.ok).toBe(isAccepted)
  if (!parsed.ok) expect(parsed.issues[0]?.path).toMatch(/^settings\.(template|contentType)$/)
})

test('a value of NDJSON stays inside its string and its line', async () => {
  const outcome = await send({ contentType: 'application/x-ndjson', template: ndjson })
  expect(outcome).toMatchObject({ outcome: 'sent' })
  const lines = server.requests[0]?.body.split('\n').slice(0, -1) ?? []
  expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([['a'], ['b']])
  expect(JSON.parse(lines[0] ?? '').a).toBe(shownAttack)
})

test('sends no body above 256 KiB, and no stored template whose type cannot be escaped', async () => {
  const template = `{"a":"${'{{alert.text}}'.repeat(1_400)}"}`
  expect(await send({ template })).toEqual({ outcome: 'rejected', code: 'body_too_large' })
  expect(await send({ contentType: 'text/yaml', template: 'a: {{signal.title}}' })).toEqual({
    ...{ outcome: 'rejected', code: 'type_not_supported' },
  })
  expect(server.requests).toEqual([])
})

function send(settings: Record<string, unknown>): Promise<Outcome> {
  return http.send(services, {
    ...{ content: { alert: alertOf([attackingSignal]) }, messageId: 'dsp_1', attempt: 1, channelId: 'chn_1' },
    ...{ orgId: 'org_demo', secrets: [{}], recipient: '', signal: new AbortController().signal },
    settings: http.settings.parse({ url: `${server.url}/notes`, ...settings }),
  })
}
