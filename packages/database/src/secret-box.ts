import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
/** Marks a box sealed under the derived key. A box without it was sealed under the master key itself. */
const prefix = Buffer.from('sb2:')

/**
 * Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D): prefix, nonce, tag, ciphertext. The AES key is derived
 * from a master key (HKDF, RFC 5869), like other keys. `context` binds a sealed secret to its row; opening it elsewhere,
 * or under another key, throws.
 */
export type SecretBox = {
  /** How many master keys it has. */
  readonly keys: number
  /** Seals under the first key. */
  seal: (secret: string, context: string) => Buffer
  /** Opens what any of the keys sealed. */
  open: (sealed: Buffer, context: string) => string
  /** Returns which key opens a box, the first being 0, and whether the box is what `seal` would make. */
  inspect: (sealed: Buffer, context: string) => { key: number; isCurrent: boolean } | undefined
}

type Opened = { secret: string; isCurrent: boolean }

/** @param masterKeys 32 bytes each; the first seals */
export function createSecretBox(...masterKeys: readonly [newest: Buffer, ...older: Buffer[]]): SecretBox {
  const openers = masterKeys.map(createOpener)
  const openAny = (sealed: Buffer, context: string): Opened & { key: number } => {
    let refused: unknown
    for (const [key, open] of openers.entries()) {
      try {
        const { secret, isCurrent } = open(sealed, context)
        return { secret, key, isCurrent: isCurrent && key === 0 }
      } catch (error) {
        refused = error
      }
    }
    throw refused
  }
  const sealingKey = derive(masterKeys[0])
  return {
    keys: masterKeys.length,
    seal: (secret, context) => Buffer.concat([prefix, encrypt(sealingKey, secret, context)]),
    open: (sealed, context) => openAny(sealed, context).secret,
    inspect: (sealed, context) => {
      try {
        const { key, isCurrent } = openAny(sealed, context)
        return { key, isCurrent }
      } catch {
        // GCM gives no reason.
        return undefined
      }
    },
  }
}

function createOpener(masterKey: Buffer): (sealed: Buffer, context: string) => Opened {
  const key = derive(masterKey)
  const openEarlier = (sealed: Buffer, context: string): Opened => ({
    secret: decrypt(masterKey, sealed, context),
    isCurrent: false,
  })
  return (sealed, context) => {
    if (!sealed.subarray(0, prefix.length).equals(prefix)) return openEarlier(sealed, context)
    try {
      return { secret: decrypt(key, sealed.subarray(prefix.length), context), isCurrent: true }
    } catch {
      // The random nonce of an old box may begin like the prefix; only the right key opens either.
      return openEarlier(sealed, context)
    }
  }
}

function derive(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'secret box', 32))
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
