import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
/** Marks a box sealed under the derived key. A box without it was sealed under the master key itself. */
const prefix = Buffer.from('sb2:')

/**
 * Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D): prefix, nonce, tag, ciphertext. The AES key is derived
 * from the master key (HKDF, RFC 5869), like other keys. `context` binds a sealed secret to its row; opening it
 * elsewhere, or under another key, throws.
 */
export type SecretBox = {
  seal: (secret: string, context: string) => Buffer
  open: (sealed: Buffer, context: string) => string
}

/** @param masterKey 32 bytes */
export function createSecretBox(masterKey: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'secret box', 32))
  return {
    seal: (secret, context) => Buffer.concat([prefix, encrypt(key, secret, context)]),
    open: (sealed, context) => {
      if (!sealed.subarray(0, prefix.length).equals(prefix)) return decrypt(masterKey, sealed, context)
      try {
        return decrypt(key, sealed.subarray(prefix.length), context)
      } catch {
        // The random nonce of an old box may begin like the prefix; only the right key opens either.
        return decrypt(masterKey, sealed, context)
      }
    },
  }
}

function encrypt(key: Buffer, secret: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function decrypt(key: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const ciphertext = sealed.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}
