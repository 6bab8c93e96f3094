import { type Channel, findGeneratedSecret } from '@signalpost/channels'
import type { Issue } from '@signalpost/domain'

/** Returns what is wrong with new secrets for a channel of a kind; undefined if they can be rotated. */
export function findRotationIssue(kind: Channel, given: Record<string, string>): Issue | undefined {
  const members = Object.keys(kind.secrets.shape)
  const foreign = Object.keys(given).find((name) => !members.includes(name))
  if (foreign !== undefined) {
    return { path: `secrets.${foreign}`, message: `a channel of the kind ${kind.kind} has none` }
  }
  if (Object.keys(given).length > 0 || findGeneratedSecret(kind) !== undefined) return undefined
  return members.length === 0
    ? { path: 'secrets', message: `a channel of the kind ${kind.kind} has no secrets` }
    : { path: 'secrets', message: `expected at least one of ${members.join(', ')}` }
}
