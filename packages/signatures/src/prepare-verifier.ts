import { createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { computeDigest as computeHmac } from './compute-digest.ts'
import { type Claim, type RawHeaders, type Refusal, refuse, type Scheme } from './define-scheme.ts'
import { serviceV1 } from './schemes/service-v1.ts'
import { defaultToleranceSeconds, toleranceSeconds as toleranceSchema } from './tolerance.ts'

export type SecretInput = {
  readonly id: string
  readonly text: string
  /** Unix time in milliseconds from which the secret is invalid; without it, it stays valid. */
  readonly validUntilMs?: number
}

export type SignedRequest = {
  readonly rawHeaders: RawHeaders
  /** The bytes as received. */
  readonly body: Buffer
  readonly nowMs: number
}

/** `secretId` is the secret that matched; the first in the source's order if there were two. */
export type Verification =
  | { readonly ok: true; readonly secretId: string; readonly eventIdHint?: string }
  | Refusal

/** Compares two digests of 32 bytes in constant time. */
export type CompareDigests = (computed: Uint8Array, claimed: Uint8Array) => boolean

/** The parts of the work, which tests count. */
type Functions = { readonly compareDigests?: CompareDigests; readonly computeDigest?: typeof computeHmac }

export type Verifier = { readonly verify: (request: SignedRequest) => Verification }

type Secret = { readonly id: string; readonly key: KeyObject; readonly validUntilMs: number }

/** A rotation has two secrets, and no scheme takes more than eight signatures. */
const refusalDigests = 2
const refusalComparisons = 2 * 8
const noDigest = Buffer.alloc(32)
const dummyKey = createSecretKey(randomBytes(32))

/**
 * Prepares everything that does not depend on the request; call it once for each change of a source. Every digest that
 * a request claims is compared with that of every secret, even after a match. A refusal always costs the work of two
 * secrets, whatever the headers contain and however many secrets there are, so its time reveals nothing about the
 * source. Pass no secrets for a disabled source.
 *
 * Throws `ZodError` on settings, a secret or a tolerance (1 to 3,600) that the scheme does not accept.
 */
export function prepareVerifier({
  scheme,
  settings,
  secrets,
  toleranceSeconds,
  compareDigests = timingSafeEqual,
  computeDigest = computeHmac,
}: {
  readonly scheme: Scheme
  readonly settings: unknown
  readonly secrets: readonly SecretInput[]
  readonly toleranceSeconds: number
} & Functions): Verifier {
  const readClaim = scheme.createClaimReader(settings)
  const keys = secrets.map((secret) => prepareSecret(scheme, secret))
  const tolerance = toleranceSchema.parse(toleranceSeconds)

  const judge = (claim: Claim, { body, nowMs }: SignedRequest): Verification => {
    let usable = 0
    let secretId: string | undefined
    for (const secret of keys) {
      const computed = computeDigest(secret.key, { signedPrefix: claim.signedPrefix, body })
      let matches = 0
      for (const claimed of claim.digests) matches |= Number(compareDigests(computed, claimed))
      if (!(nowMs < secret.validUntilMs)) continue
      usable += 1
      if (matches === 1) secretId ??= secret.id
    }
    if (usable === 0) return refuse('no_secret')
    if (secretId === undefined) return refuse('mismatch')
    if (scheme.toleranceApplies && !isFresh(claim, { nowMs, tolerance })) return refuse('stale')
    return claim.eventIdHint === undefined
      ? { ok: true, secretId }
      : { ok: true, secretId, eventIdHint: claim.eventIdHint }
  }

  const fillUp = (body: Buffer, claimed: number): void => {
    const digested = claimed === 0 ? 0 : keys.length
    let computed: Uint8Array = noDigest
    for (let count = digested; count < refusalDigests; count += 1) {
      computed = computeDigest(dummyKey, { signedPrefix: '', body })
    }
    for (let count = digested * claimed; count < refusalComparisons; count += 1) {
      compareDigests(computed, noDigest)
    }
  }

  return {
    verify: (request) => {
      const claim = readClaim(request.rawHeaders)
      const verification = claim.ok ? judge(claim, request) : claim
      if (!verification.ok) fillUp(request.body, claim.ok ? claim.digests.length : 0)
      return verification
    },
  }
}

/** Stands in for a source that does not exist: does the full work of a refusal for every request. */
export function prepareDummyVerifier(functions: Functions = {}): Verifier {
  return prepareVerifier({
    scheme: serviceV1,
    settings: {},
    secrets: [],
    toleranceSeconds: defaultToleranceSeconds,
    ...functions,
  })
}

function prepareSecret(
  scheme: Scheme,
  { id, text, validUntilMs = Number.POSITIVE_INFINITY }: SecretInput,
): Secret {
  return { id, key: createSecretKey(scheme.secret.parse(text)), validUntilMs }
}

function isFresh(
  claim: Claim,
  { nowMs, tolerance }: { readonly nowMs: number; readonly tolerance: number },
): boolean {
  // Without a timestamp, the age is NaN, which is within no tolerance.
  const ageSeconds = Math.floor(nowMs / 1000) - (claim.timestampSeconds ?? Number.NaN)
  return Math.abs(ageSeconds) <= tolerance
}
