import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { defaultCell } from '@signalpost/domain'
import { z } from 'zod'

/** Returns the cell whose processes open a token, or any text that looks like one. */
export function cellOfToken(token: string): string {
  return /^([a-z0-9]{2,4})\./.exec(token)?.[1] ?? defaultCell
}

/** What a link says: three texts, whose meaning depends on its purpose, and for some a fourth. */
type Content = [string, string, string, string?]

export type LinkKeys = { masterKeys: readonly [newest: Buffer, ...older: Buffer[]]; cell: string }

export type LinkTokens = {
  /** Returns the same token for the same content, in characters that need no escaping in a URL. */
  seal: (content: Content) => string
  /** Returns undefined for a text that was not sealed under this key for this purpose. */
  open: (token: string) => Content | undefined
}

const nonceBytes = 12
const tagBytes = 16
const maxLength = 1000
const content = z.union([
  z.tuple([z.string(), z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.string(), z.string()]),
])

/**
 * Tokens of links in mails, which say nothing to those without the key: AES-256-GCM under a key derived from the master
 * key (HKDF), so every process can open them. The nonce is an HMAC of the content, so each content has its own. The
 * first master key seals, all of them open. The cell comes first in clear text, for routers: `eu.…`.
 */
export function createLinkTokens({ masterKeys, cell, purpose }: LinkKeys & { purpose: string }): LinkTokens {
  const prefix = cell === defaultCell ? '' : `${cell}.`
  const derive = (masterKey: Buffer, use: string) => Buffer.from(hkdfSync('sha256', masterKey, '', use, 32))
  const keys = masterKeys.map((masterKey) => derive(masterKey, purpose))
  const key = derive(masterKeys[0], purpose)
  const nonceKey = derive(masterKeys[0], `${purpose} nonce`)

  return {
    seal: (texts) => {
      const plain = JSON.stringify(texts)
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
      return content.parse(JSON.parse(plain))
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
