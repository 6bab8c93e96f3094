import { bodyHmac } from './body-hmac.ts'
import type { Scheme } from './define-scheme.ts'
import { github } from './github.ts'
import { serviceV1 } from './service-v1.ts'
import { shopify } from './shopify.ts'
import { slack } from './slack.ts'
import { standardWebhooks } from './standard-webhooks.ts'
import { stripe } from './stripe.ts'

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
export { type DiagnosisInput, diagnose } from './diagnose/diagnose.ts'
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
export { serviceV1, signServiceV1 } from './service-v1.ts'
export { signRequest } from './sign-request.ts'
export { standardWebhooks } from './standard-webhooks.ts'
export { defaultToleranceSeconds, toleranceSeconds } from './tolerance.ts'

/** Every signature scheme that a source can have; the first is the default. */
export const schemes = [serviceV1, standardWebhooks, stripe, github, slack, shopify, bodyHmac] as const

export type SchemeName = (typeof schemes)[number]['name']

/** Returns the scheme of that name, or undefined. */
export function findScheme(name: string): Scheme | undefined {
  return schemes.find((scheme) => scheme.name === name)
}
