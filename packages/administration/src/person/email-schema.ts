import { domainToASCII } from 'node:url'
import { addressSchema } from '@signalpost/channels'

/** A person's address, as it is stored and compared: in lower case, its domain in ASCII. */
export const emailSchema = addressSchema.overwrite(normalizeEmail)

function normalizeEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase()
}
