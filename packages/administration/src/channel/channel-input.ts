import { type Channel, findChannel } from '@signalpost/channels'
import { parseInput, RejectedError } from '@signalpost/domain'
import { z } from 'zod'

export const channelUsersSchema = z
  .array(z.strictObject({ externalUserId: z.string().min(1), userId: z.string().min(1) }))
  .max(1_000)

/** Throws RejectedError `invalid_request` for a kind that this version does not have. */
export function getChannelKind(kind: string): Channel {
  const found = findChannel(kind)
  if (found === undefined)
    throw invalid('There is no such kind of channel.', [{ path: 'kind', message: 'unknown' }])
  return found
}

/** Settings as the kind stores them. Throws RejectedError `invalid_request`, which names the members. */
export function readSettings(kind: Channel, given: Record<string, unknown>): Record<string, unknown> {
  const parsed = parseInput(kind.settings, given, 'settings')
  if (parsed.ok) return parsed.value
  throw invalid('These are no settings of such a channel.', parsed.issues)
}

/** Secrets as the kind seals them. Throws RejectedError `invalid_request`, which names the members alone. */
export function readSecrets(kind: Channel, given: Record<string, unknown>): Record<string, string> {
  const parsed = parseInput(kind.secrets, given, 'secrets')
  if (!parsed.ok) throw invalid('These are no secrets of such a channel.', parsed.issues)
  return Object.fromEntries(Object.entries(parsed.value).map(([name, secret]) => [name, String(secret)]))
}

function invalid(message: string, issues: { path: string; message: string }[]): RejectedError {
  return new RejectedError('invalid_request', message, { issues })
}
