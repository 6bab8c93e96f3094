import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D): nonce, tag, ciphertext. `context` binds a sealed
 * secret to the row that it belongs to; opening it elsewhere, or under another key, throws.
 */
export type SecretBox = {
  seal: (secret: string, context: string) => Buffer
  open: (sealed: Buffer, context: string) => string
}

/** @param masterKey 32 bytes */
export function createSecretBox(masterKey: Buffer): SecretBox {
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    },
    open: (sealed, context) => {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      const ciphertext = sealed.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
  }
}
