import { type Channel, findChannel } from '@signalpost/channels'
import { type Issue, RejectedError } from '@signalpost/domain'
import { z } from 'zod'

export const channelUsersSchema = z
  .array(z.strictObject({ externalUserId: z.string().min(1), userId: z.string().min(1) }))
  .max(1_000)

/** Throws RejectedError `invalid_request` for a kind that this version does not have. */
export function getChannelKind(kind: string): Channel {
  const found = findChannel(kind)
  if (found !== undefined) return found
  throw refuse('There is no such kind of channel.', { path: 'kind', message: 'unknown' })
}

export function refuse(message: string, issue: Issue): RejectedError {
  return new RejectedError('invalid_request', message, { issues: [issue] })
}
