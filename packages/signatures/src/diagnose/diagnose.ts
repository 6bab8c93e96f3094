import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { computeDigest } from '../compute-digest.ts'
import type { Claim, Scheme } from '../define-scheme.ts'
import type { SecretInput, SignedRequest } from '../prepare-verifier.ts'
import { hasHeader } from '../read-header.ts'
import { bodyForms } from './body-forms.ts'
import { contentForms } from './content-forms.ts'
import { describeShape } from './describe-shape.ts'
import type { Diagnosis } from './finding.ts'
import { secretForms } from './secret-forms.ts'

/** Requests from one wrong clock differ by what the network takes. */
const sameSkewSeconds = 5

/**
 * Explains a right signature with a timestamp out of tolerance. `skewSeconds` is how old the timestamp was, negative
 * when it lay in the future; `recentSkewsSeconds` are those of the source's other stale requests of the last
 * hour. The same age again and again is a clock; a single old one is a retry with its old signature.
 */
function judgeSkew(skewSeconds: number, recentSkewsSeconds: readonly number[]): Diagnosis {
  const isClock =
    skewSeconds < 0 || recentSkewsSeconds.some((other) => Math.abs(other - skewSeconds) <= sameSkewSeconds)
  return { finding: isClock ? 'stale_clock' : 'stale_retry', detail: describeSkew(skewSeconds), skewSeconds }
}

function describeSkew(seconds: number): string {
  return seconds < 0 ? `${-seconds} s in the future` : `${seconds} s old`
}

export type DiagnosisInput = {
  readonly scheme: Scheme
  readonly settings: unknown
  /** All secrets of the source, also those that have ended. */
  readonly secrets: readonly SecretInput[]
  /** The other sources of the same workspace, never of another. */
  readonly otherSources: readonly {
    readonly sourceId: string
    readonly scheme: Scheme
    readonly secrets: readonly SecretInput[]
  }[]
  /** Schemes whose headers are recognised when the source's own are missing. */
  readonly knownSchemes: readonly Scheme[]
  readonly request: SignedRequest
  /** How old the timestamps of the source's other stale requests were, in the last hour. */
  readonly recentSkewsSeconds: readonly number[]
}

/** What the headers alone explain. */
type HeadersInput = Pick<DiagnosisInput, 'scheme' | 'settings' | 'secrets' | 'knownSchemes'> & {
  readonly rawHeaders: SignedRequest['rawHeaders']
}

type Hypothesis = Diagnosis & {
  readonly key: KeyObject | Uint8Array
  readonly signedPrefix: string
  readonly body: Uint8Array
}

/** Larger bodies are compared with other secrets only: every further hypothesis would cost their whole length. */
const maxExaminedBytes = 64 * 1024

/**
 * Explains why a request was refused. Yields after each hypothesis that it ruled out, so that its caller can let other
 * work pass; returns the first that holds, else `unexplained`. Keeps nothing of the request.
 */
export function* diagnose(input: DiagnosisInput): Generator<undefined, Diagnosis> {
  const { scheme, settings, request, recentSkewsSeconds } = input
  const { rawHeaders } = request
  const claim = scheme.createClaimReader(settings)(rawHeaders)
  if (!claim.ok) return explainHeaders({ ...input, rawHeaders }, claim.reason)
  if (isRight(input, claim)) {
    const skewSeconds = Math.floor(request.nowMs / 1000) - (claim.timestampSeconds ?? 0)
    return judgeSkew(skewSeconds, recentSkewsSeconds)
  }
  let count = 0
  for (const { key, signedPrefix, body, ...diagnosis } of hypotheses(input, claim)) {
    if (matches(claim, { key, signedPrefix, body })) return diagnosis
    count += 1
    yield
  }
  return { finding: 'unexplained', detail: `none of ${count} explanations` }
}

/** Explains a request whose headers claim no signature of the scheme. It is as cheap as reading them. */
export function diagnoseHeaders(input: HeadersInput): Diagnosis | undefined {
  const claim = input.scheme.createClaimReader(input.settings)(input.rawHeaders)
  return claim.ok ? undefined : explainHeaders(input, claim.reason)
}

function explainHeaders(
  { scheme, settings, knownSchemes, secrets, rawHeaders }: HeadersInput,
  reason: string,
): Diagnosis {
  if (reason === 'missing') {
    const other = findOtherHeader(rawHeaders, { scheme, settings, knownSchemes })
    if (other !== undefined) return { finding: 'other_scheme', detail: other }
    const missing = Object.keys(sampleOf(scheme, settings, secrets)).find(
      (name) => !hasHeader(rawHeaders, name),
    )
    return { finding: 'header_missing', detail: missing ?? scheme.headerNames(settings)[0] ?? '' }
  }
  return { finding: 'malformed', detail: describeShape(rawHeaders, sampleOf(scheme, settings, secrets)) }
}

const signatureName = /signature|hmac/

/** Signature headers of senders that none of our schemes reads. */
const foreignHeaders = [
  'x-hub-signature',
  'x-signature',
  'x-webhook-signature',
  'x-signature-256',
  'signature',
]

function findOtherHeader(
  rawHeaders: SignedRequest['rawHeaders'],
  { scheme, settings, knownSchemes }: Pick<DiagnosisInput, 'scheme' | 'settings' | 'knownSchemes'>,
): string | undefined {
  const own = new Set(scheme.headerNames(settings))
  for (const other of knownSchemes) {
    if (other.name === scheme.name || !other.settings.safeParse({}).success) continue
    const found = other
      .headerNames({})
      .find((name) => signatureName.test(name) && !own.has(name) && hasHeader(rawHeaders, name))
    if (found !== undefined) return `${other.name}: ${found}`
  }
  return foreignHeaders.find((name) => !own.has(name) && hasHeader(rawHeaders, name))
}

/** Headers that this scheme would have, whatever the content: their shape is what is due. */
function sampleOf(scheme: Scheme, settings: unknown, secrets: readonly SecretInput[]) {
  const secret = secrets[0]?.text
  if (secret === undefined) return {}
  return scheme.sign({
    secret,
    settings,
    body: Buffer.alloc(0),
    timestampSeconds: 1_700_000_000,
    id: 'evt_1',
  })
}

function isRight({ scheme, secrets, request }: DiagnosisInput, claim: Claim): boolean {
  const { body, nowMs } = request
  return secrets
    .filter(({ validUntilMs = Number.POSITIVE_INFINITY }) => nowMs < validUntilMs)
    .some(({ text }) =>
      matches(claim, { key: scheme.secret.parse(text), signedPrefix: claim.signedPrefix, body }),
    )
}

function* hypotheses(input: DiagnosisInput, claim: Claim): Generator<Hypothesis> {
  const { scheme, secrets, otherSources, request } = input
  const { body, nowMs, rawHeaders } = request
  const signedPrefix = claim.signedPrefix
  const isEnded = ({ validUntilMs = Number.POSITIVE_INFINITY }: SecretInput): boolean => nowMs >= validUntilMs
  for (const { id, text } of secrets.filter(isEnded)) {
    yield { finding: 'ended_secret', detail: id, key: scheme.secret.parse(text), signedPrefix, body }
  }
  for (const other of otherSources) {
    for (const { text } of other.secrets) {
      for (const key of keysOf(text, [scheme, other.scheme])) {
        yield { finding: 'other_source_secret', detail: other.sourceId, key, signedPrefix, body }
      }
    }
  }
  if (body.length > maxExaminedBytes) return
  const current = secrets.filter((secret) => !isEnded(secret))
  for (const { text } of current) {
    for (const { detail, key } of secretForms(text))
      yield { finding: 'secret_form', detail, key, signedPrefix, body }
  }
  // Made once for the thousand hypotheses below: making a key costs more than a digest with it.
  const keys = current.map(({ text }) => createSecretKey(scheme.secret.parse(text)))
  for (const form of bodyForms(body)) {
    for (const key of keys) yield { finding: 'body_reencoded', signedPrefix, ...form, key }
  }
  for (const form of contentForms(claim, { rawHeaders, bodyBytes: body.length })) {
    for (const key of keys) yield { finding: 'signed_content', body, ...form, key }
  }
}

/** A secret as each scheme reads it; one that a scheme does not take is no key of it. */
function keysOf(text: string, schemes: readonly Scheme[]): Uint8Array[] {
  const keys = new Map<string, Uint8Array>()
  for (const { secret } of schemes) {
    const { data } = secret.safeParse(text)
    if (data !== undefined) keys.set(Buffer.from(data).toString('base64'), data)
  }
  return [...keys.values()]
}

function matches(
  claim: Claim,
  { key, signedPrefix, body }: Pick<Hypothesis, 'key' | 'signedPrefix' | 'body'>,
): boolean {
  const digest = computeDigest(key, { signedPrefix, body })
  return claim.digests.some((claimed) => timingSafeEqual(digest, claimed))
}
