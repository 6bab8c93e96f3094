import { createHmac } from 'node:crypto'
import type { Finding } from '@signalpost/signatures'
import type { Header } from '@signalpost/testing'

/** What a sender knows when it sends: its source's secrets, those of others, and what it has to say. */
export type Sender = {
  secret: string
  /** The secret before the rotation. */
  endedSecret: string
  /** Of another source of the workspace. */
  otherSecret: string
  /** Of a source of another workspace. */
  foreignSecret: string
  nowSeconds: number
  value: object
  /** `value` as compact JSON. */
  body: string
}

export type Sent = {
  headers: readonly Header[]
  /** What is sent; by default the body that the sender has. */
  body?: string
  method?: string
  contentType?: string
}

/** Something that senders do wrong, and what its rejection must say. */
export type Mistake = {
  mistake: string
  /** By default `service-v1`. */
  scheme?: string
  /** By default one that the product made. */
  secret?: string
  isDisabled?: boolean
  /** A request of the same source that comes earlier. */
  before?: (sender: Sender) => Sent
  send: (sender: Sender) => Sent
  /** By default 401. */
  status?: number
  finding: Finding
  detail: string | RegExp | ((named: Named) => string)
}

/** The ids that a detail may name. */
export type Named = { endedSecretId: string; otherSourceId: string }

export function hmac(
  key: string | Buffer,
  content: string | Buffer,
  encoding: 'hex' | 'base64' = 'hex',
): string {
  return createHmac('sha256', key).update(content).digest(encoding)
}

type Signing = {
  key?: string | Buffer
  t?: number
  /** What is signed; by default the body. */
  signed?: string
  /** What is signed before it; by default the timestamp and a full stop. */
  prefix?: string
}

/** The header of `service-v1` as the sender would write it, and as it should not where a part is given. */
export function own(sender: Sender, { key, t, signed, prefix }: Signing = {}): Header {
  const timestamp = t ?? sender.nowSeconds
  const content = `${prefix ?? `${timestamp}.`}${signed ?? sender.body}`
  return ['x-service-signature', `t=${timestamp},v1=${hmac(key ?? sender.secret, content)}`]
}

/** The digest that the scheme demands. */
export function digestOf(sender: Sender, encoding: 'hex' | 'base64' = 'hex'): string {
  return hmac(sender.secret, `${sender.nowSeconds}.${sender.body}`, encoding)
}

/** A header of `service-v1` that holds this instead of the digest. */
export function ownWith({ nowSeconds }: Sender, digest: string): Header {
  return ['x-service-signature', `t=${nowSeconds},v1=${digest}`]
}
