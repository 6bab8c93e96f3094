import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { defaultCell } from '@signalpost/domain'
import { z } from 'zod'

/** Returns the cell whose processes open a token, or any text that looks like one. */
export function cellOfToken(token: string): string {
  return /^([a-z0-9]{2,4})\./.exec(token)?.[1] ?? defaultCell
}

/** An address that a channel sends to. */
export type Subscription = { orgId: string; channelId: string; address: string }

export type UnsubscribeTokens = {
  /** Returns the same token for the same subscription, in characters that need no escaping in a URL. */
  seal: (subscription: Subscription) => string
  /** Returns undefined for a text that was not sealed under this key. */
  open: (token: string) => Subscription | undefined
}

const nonceBytes = 12
const tagBytes = 16
const maxLength = 1000
const content = z.tuple([z.string(), z.string(), z.string()])

/**
 * Tokens that identify a subscription without revealing its address: AES-256-GCM under a key derived from the master
 * key (HKDF), so every process can open them. The nonce is an HMAC of the content, so each content has its own. The
 * first master key seals, all of them open. The cell comes first in clear text, for routers: `eu.…`.
 */
export function createUnsubscribeTokens({
  masterKeys,
  cell,
}: {
  masterKeys: readonly [newest: Buffer, ...older: Buffer[]]
  cell: string
}): UnsubscribeTokens {
  const prefix = cell === defaultCell ? '' : `${cell}.`
  const derive = (masterKey: Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
  const keys = masterKeys.map((masterKey) => derive(masterKey, 'unsubscribe'))
  const key = derive(masterKeys[0], 'unsubscribe')
  const nonceKey = derive(masterKeys[0], 'unsubscribe nonce')

  return {
    seal: ({ orgId, channelId, address }) => {
      const plain = JSON.stringify([orgId, channelId, address])
      const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
    },
    open: (text) => {
      if (!text.startsWith(prefix)) return undefined
      const token = text.slice(prefix.length)
      if (token.length > maxLength || !/^[\w-]+$/.test(token)) return undefined
      const sealed = Buffer.from(token, 'base64url')
      // Two spellings of the last character can decode to the same bytes.
      if (sealed.length <= nonceBytes + tagBytes || sealed.toString('base64url') !== token) return undefined
      const plain = keys.map((one) => findPlain(one, sealed)).find((text) => text !== undefined)
      if (plain === undefined) return undefined
      const [orgId, channelId, address] = content.parse(JSON.parse(plain))
      return { orgId, channelId, address }
    },
  }
}

function findPlain(key: Buffer, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // GCM reports only that it was not sealed under this key.
    return undefined
  }
}
