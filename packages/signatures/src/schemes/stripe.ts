import { z } from 'zod'
import { defineScheme } from '../define-scheme.ts'
import { textKey } from '../secret-text.ts'
import { formatTimedSignature, readTimedSignature } from '../timed-signature.ts'

const header = 'stripe-signature'

/**
 * Stripe's webhooks: HMAC-SHA256 of `<t>.<body>`, keyed with the text of the endpoint's secret, `whsec_` included. `v0`
 * items belong to test mode and prove nothing. https://docs.stripe.com/webhooks/signature
 */
export const stripe = defineScheme({
  name: 'stripe',
  title: 'Stripe',
  summary: 'Payments, customers and subscriptions',
  settings: z.strictObject({}),
  secret: textKey,
  guide: [
    'In Stripe, open Workbench, then “Webhooks”, and add a destination.',
    'Choose the events and “Webhook endpoint”, and paste the address as “Endpoint URL”.',
    'Reveal the “Signing secret” of the destination, which begins with whsec_, and paste it here.',
  ],
  ownSecretRequired: true,
  toleranceApplies: true,
  envelopeOnly: false,
  headerNames: () => [header],
  readClaim: (rawHeaders) => readTimedSignature(rawHeaders, header),
  sign: (input) => ({ [header]: formatTimedSignature(input) }),
})
