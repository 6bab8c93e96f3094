import { z } from 'zod'
import { computeDigest } from '../compute-digest.ts'
import {
  type Answer,
  type Claim,
  defineScheme,
  type RawHeaders,
  type Refusal,
  refuse,
} from '../define-scheme.ts'
import { findDigest } from '../find-digest.ts'
import { readHeader } from '../read-header.ts'
import { textKey } from '../secret-text.ts'
import { findTimestampSeconds, formatTimestamp } from '../timestamp.ts'

const signatureHeader = 'x-slack-signature'
const timestampHeader = 'x-slack-request-timestamp'
const version = 'v0='
const maxVerificationBytes = 8192

const urlVerificationType = 'url_verification'
const urlVerification = z.object({ type: z.literal(urlVerificationType), challenge: z.string() })

/**
 * Slack's requests: HMAC-SHA256 of `v0:<timestamp>:<body>`, keyed with the text of the app's signing secret.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export const slack = defineScheme({
  name: 'slack',
  title: 'Slack',
  summary: 'Events of a Slack app',
  settings: z.strictObject({}),
  secret: textKey,
  guide: [
    'At api.slack.com/apps, open your app, copy the “Signing Secret” from “Basic Information”, and paste it here.',
    'Open “Event Subscriptions”, turn it on, and paste the address as “Request URL”. Slack asks the address and shows “Verified”.',
    'Subscribe to the events of your bot, save, and install the app again if Slack asks for it.',
  ],
  ownSecretRequired: true,
  toleranceApplies: true,
  envelopeOnly: false,
  headerNames: () => [timestampHeader, signatureHeader],
  readClaim,
  sign: ({ key, timestampSeconds, body }) => {
    const timestamp = formatTimestamp(timestampSeconds)
    const digest = computeDigest(key, { signedPrefix: signedPrefixOf(timestamp), body })
    return { [timestampHeader]: timestamp, [signatureHeader]: version + digest.toString('hex') }
  },
  respond,
})

function readClaim(rawHeaders: RawHeaders): Claim | Refusal {
  const timestamp = readHeader(rawHeaders, timestampHeader)
  if (typeof timestamp !== 'string') return timestamp
  const signature = readHeader(rawHeaders, signatureHeader)
  if (typeof signature !== 'string') return signature
  const timestampSeconds = findTimestampSeconds(timestamp)
  const digest = signature.startsWith(version)
    ? findDigest(signature.slice(version.length), 'hex')
    : undefined
  if (timestampSeconds === undefined || digest === undefined) return refuse('malformed')
  return { ok: true, signedPrefix: signedPrefixOf(timestamp), digests: [digest], timestampSeconds }
}

function signedPrefixOf(timestamp: string): string {
  return `v0:${timestamp}:`
}

// Slack sends this once when someone enters the address, and expects its challenge back.
// https://docs.slack.dev/reference/events/url_verification
function respond(body: Buffer): Answer | undefined {
  if (body.length > maxVerificationBytes || !body.includes(urlVerificationType)) return undefined
  const parsed = urlVerification.safeParse(findJson(body))
  return parsed.success ? { status: 200, body: { challenge: parsed.data.challenge } } : undefined
}

function findJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // A body that is not JSON is no such request; the caller that keeps it reports what is wrong.
    return undefined
  }
}
