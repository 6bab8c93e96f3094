import { z } from 'zod'
import { computeDigest } from '../compute-digest.ts'
import { type Claim, defineScheme, type RawHeaders, type Refusal, refuse } from '../define-scheme.ts'
import { findDigest } from '../find-digest.ts'
import { hasHeader, readHeader } from '../read-header.ts'
import { secretText } from '../secret-text.ts'
import { findTimestampSeconds, formatTimestamp } from '../timestamp.ts'

const families = ['webhook', 'svix'] as const
const secretPrefix = 'whsec_'
const minKeyBytes = 16
const maxItems = 8
const digestItem = 'v1,'
// No comma inside: two headers that a proxy joined are no list of signatures.
const item = /^[a-z0-9_]{1,16},[!-+\--~]{0,512}$/
// A full stop ends the id; allowed inside it, one text could split into id, timestamp and body in two ways.
const messageId = /^[!-\-/-~]{1,200}$/

const key = secretText.transform((text, context): Uint8Array => {
  const decoded = findKey(text)
  if (decoded !== undefined) return decoded
  context.addIssue(`a secret is ${secretPrefix} and base64 or base64url of at least ${minKeyBytes} bytes`)
  return z.NEVER
})

/**
 * Standard Webhooks 1.0, symmetric: HMAC-SHA256 of `<id>.<timestamp>.<body>`, keyed with the bytes that the secret
 * encodes. Headers `webhook-id`, `webhook-timestamp`, `webhook-signature`; without `webhook-signature`, all three as
 * `svix-*`. The names are never mixed. 1 to 8 signatures; what is none of `v1`, such as `v1a`, is skipped as its libraries
 * do, and never suffices.
 * https://www.standardwebhooks.com
 */
export const standardWebhooks = defineScheme({
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  summary: 'Senders that follow its specification, and those that use Svix',
  settings: z.strictObject({}),
  secret: key,
  guide: [
    'Give the sender the address. Senders that use Svix ask for it as “Endpoint URL”.',
    'If the sender shows a signing secret, which begins with whsec_, paste it here. Otherwise give it the secret of the source.',
  ],
  ownSecretRequired: false,
  toleranceApplies: true,
  envelopeOnly: false,
  headerNames: () =>
    families.flatMap((family) => ['id', 'timestamp', 'signature'].map((part) => `${family}-${part}`)),
  readClaim,
  sign: ({ key, timestampSeconds, id, body }) => {
    if (!messageId.test(id)) throw new RangeError('an id is 1 to 200 visible ASCII characters, no full stop')
    const timestamp = formatTimestamp(timestampSeconds)
    const digest = computeDigest(key, { signedPrefix: `${id}.${timestamp}.`, body })
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': digestItem + digest.toString('base64'),
    }
  },
})

function readClaim(rawHeaders: RawHeaders): Claim | Refusal {
  const family = families.find((name) => hasHeader(rawHeaders, `${name}-signature`)) ?? 'svix'
  const id = readHeader(rawHeaders, `${family}-id`)
  if (typeof id !== 'string') return id
  const timestamp = readHeader(rawHeaders, `${family}-timestamp`)
  if (typeof timestamp !== 'string') return timestamp
  const signatures = readHeader(rawHeaders, `${family}-signature`)
  if (typeof signatures !== 'string') return signatures
  const timestampSeconds = findTimestampSeconds(timestamp)
  const digests = findDigests(signatures)
  if (!messageId.test(id) || timestampSeconds === undefined || digests === undefined) {
    return refuse('malformed')
  }
  return { ok: true, signedPrefix: `${id}.${timestamp}.`, digests, timestampSeconds, eventIdHint: id }
}

function findDigests(signatures: string): Buffer[] | undefined {
  const items = signatures.split(' ')
  if (items.length > maxItems || !items.every((text) => item.test(text))) return undefined
  const digests: Buffer[] = []
  for (const text of items) {
    const digest = text.startsWith(digestItem)
      ? findDigest(text.slice(digestItem.length), 'base64')
      : undefined
    if (digest !== undefined) digests.push(digest)
  }
  return digests.length > 0 ? digests : undefined
}

function findKey(text: string): Buffer | undefined {
  if (!text.startsWith(secretPrefix)) return undefined
  const encoded = text.slice(secretPrefix.length)
  const decoded = Buffer.from(encoded, 'base64')
  if (decoded.length < minKeyBytes) return undefined
  // Node accepts both alphabets and skips what it cannot read, so only a value that encodes back to the same text was
  // read completely.
  const standard = decoded.toString('base64')
  const urlSafe = decoded.toString('base64url')
  const padding = standard.slice(urlSafe.length)
  const spellings = [standard, standard.slice(0, urlSafe.length), urlSafe, urlSafe + padding]
  return spellings.includes(encoded) ? decoded : undefined
}
