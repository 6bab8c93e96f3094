import { bodyHmac } from './body-hmac.ts'
import type { Scheme } from './define-scheme.ts'
import { github } from './schemes/github.ts'
import { serviceV1 } from './schemes/service-v1.ts'
import { shopify } from './schemes/shopify.ts'
import { slack } from './schemes/slack.ts'
import { standardWebhooks } from './schemes/standard-webhooks.ts'
import { stripe } from './schemes/stripe.ts'

export type {
  Answer,
  RawHeaders,
  Refusal,
  RefusalReason,
  Scheme,
  SignatureHeaders,
  SignInput,
} from './define-scheme.ts'
export { adviseSender } from './diagnose/advise-sender.ts'
export { type DiagnosisInput, diagnose, diagnoseHeaders } from './diagnose/diagnose.ts'
export { explainRefusal } from './diagnose/explain-refusal.ts'
export { type Diagnosis, type Finding, findings } from './diagnose/finding.ts'
export { generateSecret } from './generate-secret.ts'
export {
  type CompareDigests,
  prepareDummyVerifier,
  prepareVerifier,
  type SecretInput,
  type SignedRequest,
  type Verification,
  type Verifier,
} from './prepare-verifier.ts'
export { serviceV1, signServiceV1 } from './schemes/service-v1.ts'
export { standardWebhooks } from './schemes/standard-webhooks.ts'
export { signRequest } from './sign-request.ts'
export { defaultToleranceSeconds, toleranceSeconds } from './tolerance.ts'

/** Every signature scheme that a source can have; the first is the default. */
export const schemes = [serviceV1, standardWebhooks, stripe, github, slack, shopify, bodyHmac] as const

export type SchemeName = (typeof schemes)[number]['name']

/** Returns the scheme of that name, or undefined. */
export function findScheme(name: string): Scheme | undefined {
  return schemes.find((scheme) => scheme.name === name)
}
