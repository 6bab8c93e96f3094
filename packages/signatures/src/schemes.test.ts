import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignatureHeaders } from './define-scheme.ts'
import { findScheme, schemes } from './index.ts'
import { prepareVerifier } from './prepare-verifier.ts'

// What every scheme must do; a new scheme in the list is tested here automatically.

const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 'o').toString('base64')}`
const timestampSeconds = 1_767_225_600
const nowMs = timestampSeconds * 1000
const id = 'evt_01'
const requiredSettings: Record<string, object> = {
  'body-hmac': { header: 'x-signature', encoding: 'hex', prefix: 'sha256=' },
}

const bodies = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes))

function toRawHeaders(headers: SignatureHeaders): string[] {
  return Object.entries(headers).flat()
}

function flipBit(bytes: Buffer, position: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(position >> 3) ^ (1 << (position & 7)), position >> 3)
  return flipped
}

test('has unique names, of which the first is the default', () => {
  const names = schemes.map(({ name }) => name)
  expect(names[0]).toBe('service-v1')
  expect(new Set(names).size).toBe(names.length)
  expect(names.map((name) => findScheme(name))).toEqual([...schemes])
  expect(findScheme('none')).toBeUndefined()
})

describe.each(schemes.map((scheme) => ({ name: scheme.name, scheme })))('$name', ({ name, scheme }) => {
  const settings = requiredSettings[name] ?? {}
  const secrets = [{ id: 'only', text: secret }]
  const { verify } = prepareVerifier({ scheme, settings, secrets, toleranceSeconds: 300 })
  const sign = (body: Buffer) => scheme.sign({ secret, settings, body, timestampSeconds, id })

  test('names the headers that it signs with', () => {
    expect(scheme.headerNames(settings)).toEqual(expect.arrayContaining(Object.keys(sign(Buffer.alloc(0)))))
  })

  test('verifies what it signed, whatever the bytes', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(verify({ rawHeaders: toRawHeaders(sign(body)), body, nowMs })).toMatchObject({
          ok: true,
          secretId: 'only',
        })
      }),
    )
  })

  test('refuses a body with one bit changed, a byte more or a byte less', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), (body, seed) => {
        const rawHeaders = toRawHeaders(sign(body))
        const changed: Buffer[] = [Buffer.concat([body, Buffer.alloc(1)])]
        if (body.length > 0) changed.push(flipBit(body, seed % (body.length * 8)), body.subarray(1))
        for (const other of changed) {
          expect(verify({ rawHeaders, body: other, nowMs })).toEqual({ ok: false, reason: 'mismatch' })
        }
      }),
    )
  })

  test('refuses any one bit changed in a header', () => {
    const body = Buffer.from('{"a":1}')
    const headers = sign(body)
    for (const [header, value] of Object.entries(headers)) {
      const bytes = Buffer.from(value, 'latin1')
      for (let position = 0; position < bytes.length * 8; position++) {
        const changed = flipBit(bytes, position).toString('latin1')
        const rawHeaders = toRawHeaders({ ...headers, [header]: changed })
        expect(verify({ rawHeaders, body, nowMs }), `${header}: ${changed}`).toMatchObject({ ok: false })
      }
    }
  })

  test('refuses each header when it is missing, empty, repeated or padded', () => {
    const body = Buffer.from('{"a":1}')
    const headers = sign(body)
    for (const [header, value] of Object.entries(headers)) {
      const { [header]: _, ...others } = headers
      expect(verify({ rawHeaders: toRawHeaders(others), body, nowMs })).toEqual({
        ok: false,
        reason: 'missing',
      })
      const repeated = [...toRawHeaders(headers), header.toUpperCase(), value]
      expect(verify({ rawHeaders: repeated, body, nowMs })).toEqual({ ok: false, reason: 'repeated' })
      for (const bad of [
        '',
        ` ${value}`,
        `${value} `,
        `${value}\n`,
        `${value}, ${value}`,
        `${value}\u0000`,
      ]) {
        const rawHeaders = toRawHeaders({ ...headers, [header]: bad })
        expect(verify({ rawHeaders, body, nowMs }), bad).toEqual({ ok: false, reason: 'malformed' })
      }
    }
  })

  test('refuses what another secret signed', () => {
    const body = Buffer.from('{"a":1}')
    const headers = scheme.sign({ secret: otherSecret, settings, body, timestampSeconds, id })
    expect(verify({ rawHeaders: toRawHeaders(headers), body, nowMs })).toEqual({
      ok: false,
      reason: 'mismatch',
    })
  })

  test('refuses an old request exactly when it signs a timestamp', () => {
    const body = Buffer.from('{"a":1}')
    const late = verify({ rawHeaders: toRawHeaders(sign(body)), body, nowMs: nowMs + 301_000 })
    expect(late).toMatchObject(scheme.toleranceApplies ? { ok: false, reason: 'stale' } : { ok: true })
  })

  test('never throws and never accepts, whatever the headers hold', () => {
    const names = Object.keys(sign(Buffer.alloc(0)))
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1100 }),
      fc.string({ maxLength: 200 }),
      fc.stringMatching(/^(t=)?[0-9]{10}(,(v1|v0|x)=[0-9a-f]{60,66}){0,10}$/),
      fc.stringMatching(/^((v1|v1a),[A-Za-z0-9+/=]{0,48} ?){0,10}$/),
      fc.stringMatching(/^(sha256|v0)=[0-9a-f]{62,66}$/),
      fc.constantFrom('1767225600', 'evt_01'),
    )
    const rawHeaders = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: names.length + 1 })
    fc.assert(
      fc.property(rawHeaders, bodies, (pairs, body) => {
        expect(verify({ rawHeaders: pairs.flat(), body, nowMs }).ok).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
