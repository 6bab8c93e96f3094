import { timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Scheme } from './define-scheme.ts'
import {
  type CompareDigests,
  prepareDummyVerifier,
  prepareVerifier,
  type SecretInput,
} from './prepare-verifier.ts'
import { github } from './schemes/github.ts'
import { serviceV1, signServiceV1 } from './schemes/service-v1.ts'

const t = 1_767_225_600
const body = Buffer.from('{"a":1}')
const first = { id: 'first', text: 'the first secret' }
const second = { id: 'second', text: 'the second secret' }
/** The cost of each refusal: two secrets of eight signatures, the most that any scheme accepts. */
const refusalComparisons = 16
const wrong = `v1=${'0'.repeat(64)}`

function signWith(secret: SecretInput, timestampSeconds = t) {
  return signServiceV1({ secret: secret.text, timestampSeconds, body })
}

function request(value: string, nowMs = t * 1000) {
  return { rawHeaders: ['x-service-signature', value], body, nowMs }
}

function prepare({
  secrets,
  ...options
}: {
  secrets: readonly SecretInput[]
  scheme?: Scheme
  toleranceSeconds?: number
  compareDigests?: CompareDigests
}) {
  return prepareVerifier({ scheme: serviceV1, settings: {}, toleranceSeconds: 300, ...options, secrets })
}

function countingCompare() {
  const lengths: number[] = []
  const compareDigests: CompareDigests = (computed, claimed) => {
    lengths.push(computed.length, claimed.length)
    return timingSafeEqual(computed, claimed)
  }
  return { compareDigests, lengths, comparisons: () => lengths.length / 2 }
}

test('accepts what any of the secrets signed and names it', () => {
  const { verify } = prepare({ secrets: [first, second] })
  expect(verify(request(signWith(first)))).toEqual({ ok: true, secretId: 'first' })
  expect(verify(request(signWith(second)))).toEqual({ ok: true, secretId: 'second' })
  expect(verify(request(signWith({ id: 'third', text: 'a third secret' })))).toEqual({
    ok: false,
    reason: 'mismatch',
  })
})

test('names the first secret when both match', () => {
  const [, v1] = signWith(second).split(',')
  const { verify } = prepare({ secrets: [first, second] })
  expect(verify(request(`${signWith(first)},${v1}`))).toEqual({ ok: true, secretId: 'first' })
})

test.each([1, 2, 3, 4])(
  'compares each of %i signatures with each secret, wherever the right one stands',
  (count) => {
    const [head = '', right = ''] = signWith(second).split(',')
    const secrets = [first, second, { id: 'third', text: 'a third secret' }]
    for (let position = -1; position < count; position++) {
      const items = Array.from({ length: count }, (_, index) => (index === position ? right : wrong))
      const { compareDigests, comparisons, lengths } = countingCompare()
      const { ok } = prepare({ secrets, compareDigests }).verify(request([head, ...items].join(',')))
      expect(ok).toBe(position >= 0)
      expect(comparisons()).toBe(ok ? count * secrets.length : refusalComparisons)
      expect(new Set(lengths)).toEqual(new Set([32]))
    }
  },
)

test.each([1, 2, 3, 4])(
  'compares %i signatures as often for an unknown source as for one with a secret',
  (count) => {
    const value = [`t=${t}`, ...Array(count).fill(wrong)].join(',')
    const known = countingCompare()
    const disabled = countingCompare()
    const unknown = countingCompare()
    prepare({ secrets: [first], compareDigests: known.compareDigests }).verify(request(value))
    prepare({ secrets: [], compareDigests: disabled.compareDigests }).verify(request(value))
    prepareDummyVerifier({ compareDigests: unknown.compareDigests }).verify(request(value))
    expect([known.comparisons(), disabled.comparisons(), unknown.comparisons()]).toEqual([
      refusalComparisons,
      refusalComparisons,
      refusalComparisons,
    ])
  },
)

test.each([
  ['missing', []],
  ['repeated', ['x-service-signature', signWith(first), 'x-service-signature', signWith(first)]],
  ['malformed', ['x-service-signature', 't=1767225600,v1=']],
])(
  'refuses a %s header alike for known and unknown sources, with the same comparisons',
  (reason, rawHeaders) => {
    const known = countingCompare()
    const unknown = countingCompare()
    for (const { verify } of [
      prepare({ secrets: [first], compareDigests: known.compareDigests }),
      prepareDummyVerifier({ compareDigests: unknown.compareDigests }),
    ]) {
      expect(verify({ rawHeaders, body, nowMs: t * 1000 })).toEqual({ ok: false, reason })
    }
    expect([known.comparisons(), unknown.comparisons()]).toEqual([refusalComparisons, refusalComparisons])
  },
)

test('refuses everything for a source without secrets, even a digest that matches', () => {
  const { verify } = prepare({ secrets: [], compareDigests: () => true })
  expect(verify(request(signWith(first)))).toEqual({ ok: false, reason: 'no_secret' })
})

test('refuses everything for an unknown source, even a digest that matches', () => {
  expect(prepareDummyVerifier().verify(request(signWith(first)))).toEqual({ ok: false, reason: 'no_secret' })
  expect(prepareDummyVerifier({ compareDigests: () => true }).verify(request(signWith(first)))).toEqual({
    ok: false,
    reason: 'no_secret',
  })
})

test('ends a secret at its moment and keeps the others', () => {
  const validUntilMs = t * 1000
  const { verify } = prepare({ secrets: [first, { ...second, validUntilMs }] })
  expect(verify(request(signWith(second), validUntilMs - 1))).toEqual({ ok: true, secretId: 'second' })
  expect(verify(request(signWith(second), validUntilMs))).toEqual({ ok: false, reason: 'mismatch' })
  expect(verify(request(signWith(first), validUntilMs))).toEqual({ ok: true, secretId: 'first' })
})

test('has no secret left when the last one ended', () => {
  const { verify } = prepare({ secrets: [{ ...first, validUntilMs: t * 1000 }] })
  expect(verify(request(signWith(first)))).toEqual({ ok: false, reason: 'no_secret' })
})

test.each([-300, -299, 0, 299, 300])('accepts a timestamp %i s from the clock', (offset) => {
  const { verify } = prepare({ secrets: [first] })
  expect(verify(request(signWith(first, t + offset))).ok).toBe(true)
})

test.each([-1_000_000_000 + 232_774_400, -86_400, -301, 301, 86_400, 8_000_000_000])(
  'refuses a timestamp %i s from the clock as stale',
  (offset) => {
    const { verify } = prepare({ secrets: [first] })
    expect(verify(request(signWith(first, t + offset)))).toEqual({ ok: false, reason: 'stale' })
  },
)

test('counts the clock in whole seconds', () => {
  const { verify } = prepare({ secrets: [first] })
  expect(verify(request(signWith(first, t - 300), t * 1000 + 999)).ok).toBe(true)
  expect(verify(request(signWith(first, t - 300), t * 1000 + 1000)).ok).toBe(false)
})

test.each([1, 3600])("holds a source's own tolerance of %i s, inclusive, either way", (toleranceSeconds) => {
  const { verify } = prepare({ secrets: [first], toleranceSeconds })
  for (const sign of [-1, 1]) {
    expect(verify(request(signWith(first, t + sign * toleranceSeconds))).ok).toBe(true)
    expect(verify(request(signWith(first, t + sign * (toleranceSeconds + 1)))).ok).toBe(false)
  }
})

test('says mismatch, not stale, when an old digest is wrong', () => {
  const { verify } = prepare({ secrets: [first] })
  expect(verify(request(signWith(second, t - 301)))).toEqual({ ok: false, reason: 'mismatch' })
})

test('refuses when the clock gives no number', () => {
  const { verify } = prepare({ secrets: [first] })
  expect(verify(request(signWith(first), Number.NaN)).ok).toBe(false)
})

test('refuses when a scheme with a tolerance read no timestamp', () => {
  const headers = github.sign({ secret: first.text, settings: {}, body, timestampSeconds: t, id: '' })
  const rawHeaders = Object.entries(headers).flat()
  const { verify } = prepare({ scheme: { ...github, toleranceApplies: true }, secrets: [first] })
  expect(verify({ rawHeaders, body, nowMs: t * 1000 })).toEqual({ ok: false, reason: 'stale' })
})

test.each([0, -1, 3601, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses a tolerance of %d s',
  (toleranceSeconds) => {
    expect(() => prepare({ secrets: [first], toleranceSeconds })).toThrow()
  },
)

test('refuses a secret that the scheme does not take', () => {
  expect(() => prepare({ secrets: [{ id: 'first', text: 'short' }] })).toThrow(/8 to 500 bytes/)
})
