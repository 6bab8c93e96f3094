import { z } from 'zod'

/**
 * An address that somebody stores with a channel. Plain http is for private addresses that the operator allows, which
 * is judged when the connection is made.
 */
export const channelUrlSchema = z
  .string()
  .max(2048)
  .refine(isWebUrl, { message: 'expected an http or https URL without user and password' })

function isWebUrl(text: string): boolean {
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === ''
}
