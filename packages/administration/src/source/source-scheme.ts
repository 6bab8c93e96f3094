import { parseInput, RejectedError } from '@signalpost/domain'
import { findScheme, generateSecret, type Scheme, schemes } from '@signalpost/signatures'
import { z } from 'zod'

/** The name of a signature scheme of this version. */
export const schemeNameSchema = z.enum(schemes.map(({ name }) => name))

/** Returns the scheme of a stored source. Throws an Error for a name that this version does not know. */
export function getScheme(name: string): Scheme {
  const scheme = findScheme(name)
  if (scheme === undefined) throw new Error(`The source has the unknown scheme ${name}.`)
  return scheme
}

/** Returns the settings as the scheme stores them. Throws RejectedError `invalid_request`, which names the settings. */
export function readSettings(scheme: Scheme, settings: Record<string, string>): Record<string, string> {
  const parsed = parseInput(scheme.settings, settings, 'settings')
  if (parsed.ok) return z.record(z.string(), z.string()).parse(parsed.value)
  throw invalid(`The scheme ${scheme.name} does not take these settings.`, parsed.issues)
}

/**
 * Returns the secret of a source: the sender's own if given, else a generated one. Throws RejectedError
 * `invalid_request` if the scheme requires the sender's own secret, or does not accept the given one.
 */
export function chooseSecret(scheme: Scheme, own: string | undefined): string {
  if (own === undefined) {
    if (!scheme.ownSecretRequired) return generateSecret()
    const message = `expected the sender's own secret: with the scheme ${scheme.name} the sender chooses it`
    throw invalid('The secret is missing.', [{ path: 'secret', message }])
  }
  const parsed = parseInput(scheme.secret, own, 'secret')
  if (parsed.ok) return own
  throw invalid(`This is no secret of the scheme ${scheme.name}.`, parsed.issues)
}

function invalid(message: string, issues: { path: string; message: string }[]): RejectedError {
  return new RejectedError('invalid_request', message, { issues })
}
