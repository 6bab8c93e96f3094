import { createPrivateKey } from 'node:crypto'

/** Whether a text is an RSA key of at least 2,048 bits in PEM (PKCS #8), without a passphrase. */
export function isPrivateKey(pem: string): boolean {
  if (!pem.includes('-----BEGIN PRIVATE KEY-----')) return false
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
  } catch {
    // Text that cannot be parsed is no key.
    return false
  }
}
