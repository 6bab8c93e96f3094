import { dayMs, RejectedError, secondMs } from '@signalpost/domain'
import type { PlatformDefinition } from '@signalpost/platforms'
import { z } from 'zod'

/** What a connection may ask, in place of the platform's own budget. */
export const budgetSchema = z.strictObject({
  most: z.int().min(1).max(10_000_000),
  windowMs: z
    .int()
    .min(secondMs)
    .max(30 * dayMs),
})

/** The start of every address of a platform. */
export const baseUrlSchema = z.string().max(2_048).refine(isBaseUrl, {
  message:
    'expected an http or https URL without user, query and fragment, such as https://proxy.example.com/hn',
})

/** Throws RejectedError `invalid_request`, which names what is missing or unknown, never a value. */
export function checkSecrets(
  { title, secrets: declared }: PlatformDefinition,
  given: Readonly<Record<string, string>>,
): void {
  const missing = declared
    .filter(({ name }) => (given[name] ?? '').trim() === '')
    .map(({ name, description }) => ({ path: `secrets.${name}`, message: `expected ${description}` }))
  const unknown = Object.keys(given)
    .filter((name) => !declared.some((one) => one.name === name))
    .map((name) => ({ path: `secrets.${name}`, message: `expected nothing: ${title} takes no such secret` }))
  const issues = [...missing, ...unknown]
  if (issues.length > 0)
    throw new RejectedError('invalid_request', `${title} needs other secrets.`, { issues })
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain && ['http:', 'https:'].includes(url.protocol)
}
