import { findScheme } from '@signalpost/signatures'
import { type Header, sendRequest } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { visibleParts } from '../test-support/exchange-bytes.ts'
import type { TestSource } from '../test-support/open-store.ts'
import { nowMs, stageRefusals, verdictOf } from '../test-support/stage-refusals.ts'

const stage = stageRefusals()

const invalidSignature = '{"message":"The signature is missing or not valid.","code":"signature_invalid"}'
const nowSeconds = nowMs / 1000

test('a request that no valid signature covers is refused with one and the same answer, whatever is wrong and whichever source it names', async () => {
  const body = JSON.stringify(newEvent())
  const good = serviceSignature(body)
  const name = 'x-service-signature'
  const of = (value: string): Header[] => [[name, value]]
  const digest = good.slice(-64)
  const cases: [label: string, to: TestSource, headers: Header[]][] = [
    ['missing', stage.source, []],
    ['empty', stage.source, of('')],
    ['repeated', stage.source, [...of(good), ...of(good)]],
    ['repeated in another case', stage.source, [...of(good), ['X-Service-Signature', good]]],
    ['repeated with another value', stage.source, [...of(good), ...of('t=1,v1=')]],
    ['two values in one header', stage.source, of(`${good}, ${good}`)],
    ['larger than 1,024 bytes', stage.source, of(paddedTo(good, 1_025))],
    [
      'a timestamp with letters behind it',
      stage.source,
      of(serviceSignature(body, { timestamp: `${nowSeconds}abc` })),
    ],
    ['a timestamp with a sign', stage.source, of(good.replace('t=', 't=+'))],
    ['a timestamp of nine digits', stage.source, of(good.replace(/t=\d/, 't='))],
    ['a timestamp in milliseconds', stage.source, of(serviceSignature(body, { timestamp: `${nowMs}` }))],
    ['no timestamp', stage.source, of(`v1=${digest}`)],
    ['the timestamp behind', stage.source, of(`v1=${digest},t=${nowSeconds}`)],
    ['an empty digest', stage.source, of(`t=${nowSeconds},v1=`)],
    ['the beginning of the digest', stage.source, of(good.slice(0, -2))],
    ['the digest and more', stage.source, of(`${good}00`)],
    ['the digest in capitals', stage.source, of(good.replace(digest, digest.toUpperCase()))],
    ['the digest of another kind', stage.source, of(good.replace('v1=', 'v0='))],
    ['five digests', stage.source, of(good + `,v1=${digest}`.repeat(4))],
    ['a space', stage.source, of(good.replace(',', ', '))],
    ['a wrong digest', stage.source, of(good.replace(/.$/, (last) => (last === '0' ? '1' : '0')))],
    ['another body', stage.source, of(serviceSignature(`${body} `))],
    ['another timestamp', stage.source, of(serviceSignature(body, { timestamp: String(nowSeconds - 1) }))],
    ['another secret', stage.source, signatureOf(stage.disabled, body, { atMs: nowMs })],
    [
      'another scheme',
      stage.source,
      signatureOf({ ...stage.source, scheme: github() }, body, { atMs: nowMs }),
    ],
    ['a secret of another source', stage.limited, of(good)],
    ['no such source', stage.unknown, of(good)],
    ['no such source, and no signature', stage.unknown, []],
    [
      'no such source, and a stale signature',
      stage.unknown,
      of(serviceSignature(body, { timestamp: '1767225600' })),
    ],
    ['a disabled source', stage.disabled, signatureOf(stage.disabled, body, { atMs: nowMs })],
    [
      'a disabled source, and a stale signature',
      stage.disabled,
      signatureOf(stage.disabled, body, { atMs: 1_767_225_600_000 }),
    ],
    ['a source whose secret ended', stage.ended, signatureOf(stage.ended, body, { atMs: nowMs })],
    ['a source that cannot be used', stage.unusable, signatureOf(stage.unusable, body, { atMs: nowMs })],
    ['a name that no source has', { ...stage.source, sourceId: '%00' }, of(good)],
    ['a name of an object member', { ...stage.source, sourceId: '__proto__' }, of(good)],
  ]
  const before = await stage.countRequests()
  for (const [label, to, headers] of cases) {
    const parts = { path: `/hooks/${to.sourceId}`, headers: [jsonType, ...headers], body }
    const answer = visibleParts(await sendRequest(stage.intake.url, parts))
    expect(answer, label).toEqual({
      status: 401,
      body: invalidSignature,
      headerNames: ['x-request-id', 'cache-control', 'content-type', 'content-length', 'Date', 'Connection'],
      headers: {
        'x-request-id': 'any',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(invalidSignature.length),
        date: 'any',
        connection: 'close',
      },
    })
  }
  expect(await stage.countRequests()).toBe(before)
})

test('a request that no valid signature covers is counted by its reason in the metrics', async () => {
  const name = 'signalpost_requests_refused_total'
  const refused = (reason: string) => stage.intake.metric(name, { reason })
  const all = await stage.intake.metric(name)
  const reasons = ['missing', 'mismatch', 'unknown_source', 'disabled', 'no_secret']
  const before = await Promise.all(reasons.map(refused))
  const body = JSON.stringify(newEvent())
  await deliver(stage.intake, stage.source, { headers: [jsonType], atMs: nowMs })
  await deliver(stage.intake, stage.source, {
    headers: [jsonType, ...signatureOf(stage.disabled, body, { atMs: nowMs })],
  })
  for (const one of [stage.unknown, stage.disabled, stage.ended])
    await deliver(stage.intake, one, { atMs: nowMs })
  const after = await Promise.all(reasons.map(refused))
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 1])
  expect(await stage.intake.metric(name)).toBe(all + 5)
})

describe('a signature of our own scheme', () => {
  test('may have 1,024 bytes', async () => {
    const body = JSON.stringify(newEvent())
    const value = paddedTo(serviceSignature(body), 1_024)
    expect(value).toHaveLength(1_024)
    const headers: Header[] = [jsonType, ['x-service-signature', value]]
    expect((await deliver(stage.intake, stage.source, { body, headers })).status).toBe(202)
  })

  test('is genuine when one of four digests is', async () => {
    const body = JSON.stringify(newEvent())
    const others = ['a', 'b', 'c'].map((letter) => `,v1=${letter.repeat(64)}`).join('')
    const value = serviceSignature(body).replace(',', `${others},`)
    const headers: Header[] = [jsonType, ['X-Service-Signature', value]]
    expect((await deliver(stage.intake, stage.source, { body, headers })).status).toBe(202)
  })

  test.each([
    [-301, '401 signature_stale'],
    [-300, '202 undefined'],
    [300, '202 undefined'],
    [301, '401 signature_stale'],
  ])('%i s from the clock is %s', async (seconds, verdict) => {
    const answer = await deliver(stage.intake, stage.source, { atMs: nowMs + seconds * 1000 })
    expect(verdictOf(answer)).toBe(verdict)
    if (answer.status !== 401) return
    expect(answer.body).toBe('{"message":"The signature is too old or too new.","code":"signature_stale"}')
  })

  test('is not stale when its digest is wrong', async () => {
    const body = JSON.stringify(newEvent())
    const headers = [jsonType, ...signatureOf(stage.disabled, body, { atMs: nowMs - 1_000_000 })]
    expect(verdictOf(await deliver(stage.intake, stage.source, { body, headers }))).toBe(
      '401 signature_invalid',
    )
  })

  test('covers every byte as it was sent', async () => {
    const sent = Buffer.from('7b2261223a22ff227d', 'hex')
    const other = Buffer.from('7b2261223a22fe227d', 'hex')
    const headers = [jsonType, ...signatureOf(stage.source, sent, { atMs: nowMs })]
    expect(verdictOf(await deliver(stage.intake, stage.source, { body: sent, headers }))).toBe(
      '400 invalid_json',
    )
    expect(verdictOf(await deliver(stage.intake, stage.source, { body: other, headers }))).toBe(
      '401 signature_invalid',
    )
  })

  test('does not cover the same JSON in other bytes', async () => {
    const event = newEvent()
    const headers = [jsonType, ...signatureOf(stage.source, JSON.stringify(event), { atMs: nowMs })]
    const body = JSON.stringify(event, null, 1)
    expect(verdictOf(await deliver(stage.intake, stage.source, { body, headers }))).toBe(
      '401 signature_invalid',
    )
  })
})

/** Returns a signature over the body by our own scheme, with parts replaced. */
function serviceSignature(
  body: string,
  { timestamp = String(nowSeconds), more = '' }: { timestamp?: string; more?: string } = {},
): string {
  const [, value = ''] = signatureOf(stage.source, body, { atMs: nowMs })[0] ?? []
  return value.replace(/^t=\d{10}/, `t=${timestamp}`) + more
}

/** Appends items with other names, which are ignored: eight items in all, the most allowed. */
function paddedTo(signature: string, bytes: number): string {
  const padded = signature + `,${'n'.repeat(16)}=${'a'.repeat(128)}`.repeat(6)
  return `${padded},x=${'a'.repeat(bytes - padded.length - 3)}`
}

function github(): TestSource['scheme'] {
  const scheme = findScheme('github')
  if (scheme === undefined) throw new Error('no scheme github')
  return scheme
}
