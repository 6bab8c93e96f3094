import { z } from 'zod'
import { type BodySignature, readBodySignature, signBody } from '../body-signature.ts'
import { defineScheme } from '../define-scheme.ts'
import { textKey } from '../secret-text.ts'

const signature: BodySignature = { header: 'x-shopify-hmac-sha256', prefix: '', encoding: 'base64' }

/**
 * Shopify's webhooks: HMAC-SHA256 of the body, keyed with the text of the app's client secret, without a
 * timestamp. https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
export const shopify = defineScheme({
  name: 'shopify',
  title: 'Shopify',
  summary: 'Orders and customers of a shop',
  settings: z.strictObject({}),
  secret: textKey,
  guide: [
    "In Shopify's admin, open “Settings”, then “Notifications”, then “Webhooks”, and create a webhook.",
    'Choose the event and the format JSON, and paste the address as “URL”.',
    'Paste the secret that the page shows below the webhooks here. For the webhooks of an app, it is the client secret of the app.',
  ],
  ownSecretRequired: true,
  toleranceApplies: false,
  envelopeOnly: false,
  headerNames: () => [signature.header],
  readClaim: (rawHeaders) => readBodySignature(rawHeaders, signature),
  sign: (input) => signBody(signature, input),
})
