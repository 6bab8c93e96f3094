import { type Channel, findChannel, hasInteractions } from '@signalpost/channels'
import { type Issue, idSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'

/** At most 1,000 of the channel's own users, each with the user of the workspace. */
export const channelUsersSchema = z
  .array(z.strictObject({ externalUserId: z.string().min(1).max(200), userId: idSchema }))
  .max(1_000)

const text = z.string().max(2_000)

/** Settings or secrets by member, as a form gives them. The kind judges their values. */
export const channelMembers = z.record(z.string().max(100), z.union([text, z.array(text).max(100)]))

/** Secrets by member. */
export const secretMembers = z.record(z.string().max(100), text)

/** Returns the kind of this name. Throws RejectedError `invalid_request` if this version does not have it. */
export function getChannelKind(kind: string): Channel {
  const found = findChannel(kind)
  if (found !== undefined) return found
  throw refuse('There is no such kind of channel.', { path: 'kind', message: 'unknown' })
}

/** Throws RejectedError `invalid_request` unless messages of the channel have buttons, which its users press. */
export function checkTakesUsers(kind: Channel, secrets: Readonly<Record<string, string>>): void {
  if (hasInteractions(kind, secrets)) return
  const message =
    kind.interactions === undefined
      ? `a channel of the kind ${kind.kind} has none`
      : `goes only with ${kind.interactions.goesWith}`
  throw refuse(`Messages of this ${kind.kind} channel have no buttons, so its users cannot be mapped.`, {
    path: 'users',
    message,
  })
}

function refuse(message: string, issue: Issue): RejectedError {
  return new RejectedError('invalid_request', message, { issues: [issue] })
}
