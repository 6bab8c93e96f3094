import { computeDigest } from './compute-digest.ts'
import { type Claim, type RawHeaders, type Refusal, refuse, type SignatureHeaders } from './define-scheme.ts'
import { type DigestEncoding, findDigest } from './find-digest.ts'
import { readHeader } from './read-header.ts'

/** One header that contains a fixed prefix and one digest of the body, nothing else. */
export type BodySignature = {
  /** In lower case. */
  readonly header: string
  readonly prefix: string
  readonly encoding: DigestEncoding
}

export function readBodySignature(
  rawHeaders: RawHeaders,
  { header, prefix, encoding }: BodySignature,
): Claim | Refusal {
  const value = readHeader(rawHeaders, header)
  if (typeof value !== 'string') return value
  const digest = value.startsWith(prefix) ? findDigest(value.slice(prefix.length), encoding) : undefined
  return digest === undefined ? refuse('malformed') : { ok: true, signedPrefix: '', digests: [digest] }
}

export function signBody(
  { header, prefix, encoding }: BodySignature,
  { key, body }: { readonly key: Uint8Array; readonly body: Uint8Array },
): SignatureHeaders {
  return { [header]: prefix + computeDigest(key, { signedPrefix: '', body }).toString(encoding) }
}
