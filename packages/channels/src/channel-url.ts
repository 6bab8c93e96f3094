import { isShownUrl, showUrl } from '@signalpost/domain'
import { z } from 'zod'

/**
 * A URL in the settings of a channel. Plain http is only for private addresses that the operator allows, which is
 * checked when the connection is opened. Stored settings may have what is shown of one that is a secret.
 */
export const channelUrlSchema = z
  .string()
  .max(2048)
  .refine(isWebUrl, { message: 'expected an http or https URL without user and password' })

function isWebUrl(text: string): boolean {
  if (isShownUrl(text)) return showUrl(text) === text
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === ''
}
