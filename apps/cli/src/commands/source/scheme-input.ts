import { parseInput } from '@signalpost/domain'
import type { Scheme } from '@signalpost/signatures'
import { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import { readSecretFile } from '../../parameters/input-file.ts'

/** Returns the sender's own secret if a file was given. Throws UsageError if the scheme does not accept it. */
export async function readOwnSecret(scheme: Scheme, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) {
    if (!scheme.ownSecretRequired) return undefined
    throw new UsageError(
      `--secret-file is needed: with the scheme ${scheme.name} the sender chooses the secret`,
    )
  }
  const secret = await readSecretFile(file)
  const parsed = parseInput(scheme.secret, secret)
  if (parsed.ok) return secret
  throw new UsageError(`--secret-file: ${parsed.issues[0]?.message ?? 'not a secret of this scheme'}`)
}

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
