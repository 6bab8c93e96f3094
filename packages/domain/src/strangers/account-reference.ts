import { z } from 'zod'
import { accountKeySchema } from '../input/text.ts'

/** 300 characters of 4 bytes each in base64url, after `acc_`. */
const mostOfReference = 1_604
const hostName = /^d:(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/
const encodedKey = /^acc_([\w-]+)$/

/**
 * Returns a name of an account without a word of a stranger: only a host name is shown as it is. All other keys come out of
 * posts, and may be an order to a reader.
 */
export function accountReference(accountKey: string): string {
  return hostName.test(accountKey) ? accountKey : `acc_${Buffer.from(accountKey).toString('base64url')}`
}

/** Returns the key that a reference, or the key itself, names. Undefined for any other text. */
export function findAccountKey(reference: string): string | undefined {
  const [, encoded] = encodedKey.exec(reference) ?? []
  const accountKey = encoded === undefined ? reference : Buffer.from(encoded, 'base64url').toString()
  return accountKeySchema.safeParse(accountKey).success ? accountKey : undefined
}

/** A key of an account, or a reference to it. Becomes the key. */
export const accountReferenceSchema = z
  .string()
  .max(mostOfReference)
  .refine((reference) => findAccountKey(reference) !== undefined, {
    error: 'expected an accountKey as an answer shows it: d: and a host name, or acc_ and more',
  })
  .transform((reference) => findAccountKey(reference) ?? reference)
