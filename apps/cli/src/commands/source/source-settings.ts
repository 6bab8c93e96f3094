import { parseInput } from '@signalpost/domain'
import type { Scheme } from '@signalpost/signatures'
import { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'

type Setting = readonly [name: string, value: string]

/** Parses `name=value`. */
export const settingSchema = z.string().transform((text, context): Setting => {
  const equals = text.indexOf('=')
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)]
  context.addIssue('expected name=value')
  return z.NEVER
})

/** Returns settings that the scheme accepts. Throws UsageError. */
export function readSourceSettings(scheme: Scheme, settings: readonly Setting[]): Record<string, string> {
  const parsed = parseInput(scheme.settings, Object.fromEntries(settings))
  if (parsed.ok) return z.record(z.string(), z.string()).parse(parsed.value)
  const issues = parsed.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  throw new UsageError(`--setting: not valid for the scheme ${scheme.name}: ${issues.join('; ')}`)
}
