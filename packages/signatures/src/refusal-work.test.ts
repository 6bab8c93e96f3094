import { timingSafeEqual } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { computeDigest } from './compute-digest.ts'
import type { RawHeaders } from './define-scheme.ts'
import { schemes } from './index.ts'
import { prepareDummyVerifier, prepareVerifier, type Verification } from './prepare-verifier.ts'

const secrets = ['a', 'b', 'c'].map((letter) => ({
  id: letter,
  text: `whsec_${Buffer.alloc(32, letter).toString('base64')}`,
}))
const body = Buffer.alloc(10_000, '{')
const timestampSeconds = 1_767_225_600
const requiredSettings: Record<string, object> = {
  'body-hmac': { header: 'x-signature', encoding: 'hex', prefix: 'sha256=' },
}

function counting() {
  const work = { digests: 0, digestedBytes: 0, comparisons: 0 }
  return {
    work,
    computeDigest: (...[key, content]: Parameters<typeof computeDigest>) => {
      work.digests += 1
      work.digestedBytes += content.body.length
      return computeDigest(key, content)
    },
    compareDigests: (computed: Uint8Array, claimed: Uint8Array) => {
      work.comparisons += 1
      return timingSafeEqual(computed, claimed)
    },
  }
}

type Verify = (rawHeaders: RawHeaders) => { verification: Verification; work: object }

describe.each(schemes.map((scheme) => ({ name: scheme.name, scheme })))('$name', ({ name, scheme }) => {
  const settings = requiredSettings[name] ?? {}
  const signedBy = (index: number) => {
    const secret = secrets[index]?.text ?? ''
    return scheme.sign({ secret, settings, body, timestampSeconds, id: 'evt_1' })
  }
  const names = Object.keys(signedBy(0))
  const requests: Record<string, RawHeaders> = {
    missing: [],
    malformed: names.flatMap((header) => [header, 'x']),
    repeated: [...Object.entries(signedBy(2)), ...Object.entries(signedBy(2))].flat(),
    'well-formed': Object.entries(signedBy(2)).flat(),
    'of all schemes': schemes
      .flatMap((one) =>
        Object.entries(
          one.sign({
            secret: secrets[2]?.text ?? '',
            settings: requiredSettings[one.name] ?? {},
            body,
            timestampSeconds,
            id: 'evt_1',
          }),
        ),
      )
      .flat(),
  }
  const verifyWith =
    (count: number): Verify =>
    (rawHeaders) => {
      const { work, ...functions } = counting()
      const options = { scheme, settings, secrets: secrets.slice(0, count), toleranceSeconds: 300 }
      const { verify } = prepareVerifier({ ...options, ...functions })
      return { verification: verify({ rawHeaders, body, nowMs: timestampSeconds * 1000 }), work }
    }
  const unknown: Verify = (rawHeaders) => {
    const { work, ...functions } = counting()
    const { verify } = prepareDummyVerifier(functions)
    return { verification: verify({ rawHeaders, body, nowMs: timestampSeconds * 1000 }), work }
  }

  test.each(Object.entries(requests))(
    'refuses %s headers with the same work for every source',
    (_name, rawHeaders) => {
      const sources = { unknown, disabled: verifyWith(0), one: verifyWith(1), two: verifyWith(2) }
      for (const [source, verify] of Object.entries(sources)) {
        const { verification, work } = verify(rawHeaders)
        expect(verification.ok, source).toBe(false)
        expect(work, source).toEqual({ digests: 2, digestedBytes: 20_000, comparisons: 16 })
      }
    },
  )

  test('accepts with one digest for each secret', () => {
    const rawHeaders = Object.entries(signedBy(0)).flat()
    for (const count of [1, 2]) {
      const { verification, work } = verifyWith(count)(rawHeaders)
      expect(verification).toMatchObject({ ok: true, secretId: 'a' })
      expect(work).toMatchObject({ digests: count, comparisons: count })
    }
  })
})
