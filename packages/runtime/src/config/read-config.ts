import { parseInput } from '@signalpost/domain'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { fileVariableOf, findVariable } from './secret-variables.ts'

const secretName = /SECRET|KEY|PASSWORD|TOKEN/
const secretText = /password|passwd|secret|token|credential/i
const shownCharacters = 100

/**
 * Reads the variables named by `schema`; an empty one counts as unset. A secret can be in a file that its `_FILE` twin
 * names. Reports all faults at once.
 *
 * @throws ConfigError with a line for each bad variable: its name, its value, what was expected. Never contains the
 * value of a secret.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const given: Record<string, string> = {}
  const fromFiles = new Set<string>()
  const lines = new Map<string, string>()
  for (const name of Object.keys(schema.shape)) {
    const found = findVariable(name, env)
    if (found === undefined) continue
    if ('fault' in found) lines.set(name, found.fault)
    else given[name] = found.value
    if ('value' in found && found.isFromFile) fromFiles.add(name)
  }
  const parsed = parseInput(schema, given)
  if (parsed.ok && lines.size === 0) return parsed.value
  for (const { path, message } of parsed.ok ? [] : parsed.issues) {
    const name = path.split('.')[0] ?? path
    if (lines.has(name)) continue
    const subject = fromFiles.has(name)
      ? `${fileVariableOf(name)} names a file with a bad value (not shown)`
      : `${name} ${holding(name, given[name])}`
    lines.set(name, `${subject}; ${message}`)
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
