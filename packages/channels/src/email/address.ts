import { domainToASCII } from 'node:url'
import { z } from 'zod'

// Only dot-atoms of RFC 5322: mail servers differ in how they read quotes, comments and groups.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u
const maxLocalPart = 64
const maxAddress = 254

/** One address, without a name; its domain may be written in any script. */
export const addressSchema = z.string().refine(isAddress, {
  message: 'expected an email address, such as ann@example.com',
})

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  const ascii = domainToASCII(domain)
  return (
    at > 0 &&
    local.length <= maxLocalPart &&
    localPart.test(local) &&
    domain.includes('.') &&
    domain.split('.').every((part) => label.test(part)) &&
    ascii !== '' &&
    local.length + 1 + ascii.length <= maxAddress
  )
}
