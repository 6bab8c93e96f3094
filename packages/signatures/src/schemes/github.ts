import { z } from 'zod'
import { type BodySignature, readBodySignature, signBody } from '../body-signature.ts'
import { defineScheme } from '../define-scheme.ts'
import { textKey } from '../secret-text.ts'

const signature: BodySignature = { header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex' }

/**
 * GitHub's webhooks: HMAC-SHA256 of the body, without a timestamp.
 * https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const github = defineScheme({
  name: 'github',
  title: 'GitHub',
  summary: 'Issues, stars and discussions of repositories',
  settings: z.strictObject({}),
  secret: textKey,
  guide: [
    'In the repository or the organization, open “Settings”, then “Webhooks”, then “Add webhook”.',
    'Paste the address as “Payload URL”, choose “application/json” as “Content type”, and paste the secret as “Secret”.',
    'Choose the events and add the webhook. GitHub sends a ping at once.',
  ],
  ownSecretRequired: false,
  toleranceApplies: false,
  envelopeOnly: false,
  headerNames: () => [signature.header],
  readClaim: (rawHeaders) => readBodySignature(rawHeaders, signature),
  sign: (input) => signBody(signature, input),
})
