import { type ConfigurableKind, type KindInput, parseKindInput, RejectedError } from '@signalpost/domain'

type Given = { settings: Record<string, unknown>; secrets: Record<string, unknown> }

/**
 * Settings and secrets as a kind stores them. Throws RejectedError `invalid_request`, which names the members alone.
 */
export function readKindInput(kind: ConfigurableKind, given: Given): KindInput {
  const parsed = parseKindInput(kind, given)
  if (parsed.ok) return parsed
  const issues = parsed.issues.map(({ path, message }) => ({ path, message }))
  throw new RejectedError('invalid_request', 'The settings or secrets are not valid.', { issues })
}
