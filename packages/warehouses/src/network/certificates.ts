import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { SecretOption } from '@signalpost/domain'
import { z } from 'zod'

/** What TLS needs beside what Node trusts. Their text, in PEM, so that they go to any machine that syncs. */
export type Certificates = {
  /** Of the authorities to trust, instead of the usual ones. */
  ca?: string | undefined
  clientCertificate?: string | undefined
  clientKey?: string | undefined
}

const certificate = z.string().refine(isCertificate, { message: 'expected certificates in PEM' }).optional()

export const certificateSecrets = {
  ca: certificate,
  clientCertificate: certificate,
  clientKey: z
    .string()
    .refine(isKey, { message: 'expected a private key in PEM, without a passphrase' })
    .optional(),
}

export const certificateOptions = {
  ca: {
    secret: 'file',
    isLong: true,
    isLocal: true,
    description: 'the certificates of the authorities to trust instead of the usual ones, in PEM',
  },
  clientCertificate: {
    secret: 'file',
    isLong: true,
    isLocal: true,
    description: 'the certificate with which to log in, in PEM',
  },
  clientKey: {
    secret: 'file',
    isLong: true,
    isLocal: true,
    goesWith: 'clientCertificate',
    description: 'the private key of that certificate, in PEM',
  },
} as const satisfies Record<keyof Certificates, SecretOption>

/** Returns the options of Node's TLS; undefined without certificates. */
export function tlsOf({
  ca,
  clientCertificate: cert,
  clientKey: key,
}: Certificates): { ca?: string; cert?: string; key?: string } | undefined {
  if (ca === undefined && cert === undefined) return undefined
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && key !== undefined && { cert, key }) }
}

function isCertificate(pem: string): boolean {
  return canRead(() => new X509Certificate(pem))
}

function isKey(pem: string): boolean {
  return canRead(() => createPrivateKey(pem))
}

function canRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    // What is wrong with it may quote it.
    return false
  }
}
