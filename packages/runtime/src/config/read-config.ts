import { parseInput } from '@signalpost/domain'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'

const secretName = /SECRET|KEY|PASSWORD|TOKEN/
const secretText = /password|passwd|secret|token|credential/i
const shownCharacters = 100

/**
 * Reads the variables named by `schema`; an empty one counts as unset. Reports all faults at once.
 *
 * @throws ConfigError with a line for each bad variable: its name, its value, what was expected. Never contains the
 * value of a secret.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = parseInput(schema, given)
  if (parsed.ok) return parsed.value
  const lines = new Map<string, string>()
  for (const { path, message } of parsed.issues) {
    const name = path.split('.')[0] ?? path
    if (!lines.has(name)) lines.set(name, `${name} ${holding(name, given[name])}; ${message}`)
  }
  throw new ConfigError([...lines.values()])
}

function holding(name: string, value: string | undefined): string {
  if (value === undefined) return 'is not set'
  if (secretName.test(name) || secretText.test(value)) return 'has a bad value (not shown)'
  const shown = value.includes('://') ? withoutCredentials(value) : value
  return `is ${JSON.stringify(shown.length > shownCharacters ? `${shown.slice(0, shownCharacters)}…` : shown)}`
}

/** Works on malformed URLs too: many are malformed because of an unescaped `/` or `@` in the password. */
function withoutCredentials(url: string): string {
  return url.replace(/\/\/.*@/, '//***@').replace(/\?.*$/, '?…')
}
