import { type Channel, findGeneratedSecret, hasInteractions } from '@signalpost/channels'
import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { auditedChannel, channelTarget } from './audited-channel.ts'
import { channelUsersSchema, getChannelKind, refuse } from './channel-input.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string(),
  name: nameSchema,
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.unknown()),
  /** Who the users on the channel's side are here. */
  users: channelUsersSchema.default([]),
})

/**
 * Adds a channel. The result holds the secret that signs what is sent, given or generated, if the kind has one. Throws
 * RejectedError `invalid_request`, which names what the kind does not take.
 */
export const createChannelAct = defineAct({
  name: 'channel.create',
  demands: 'admin',
  input,
  run: async ({ transaction, services, input: { users, ...given } }) => {
    const kind = getChannelKind(given.kind)
    const { settings, secrets } = readKindInput(kind, given)
    if (users.length > 0) checkUsers(kind, secrets)
    const created = await createChannel(transaction, services.secretBox, { ...given, settings, secrets })
    const { channelId, orgId } = created
    if (users.length > 0) await mapChannelUsers(transaction, { channelId, orgId, users })
    const signing = findGeneratedSecret(kind)
    return {
      result: { ...created, ...(signing && { secret: secrets[signing.member] }) },
      change: { ...channelTarget(created), before: null, after: auditedChannel(created) },
    }
  },
})

function checkUsers(kind: Channel, secrets: Record<string, string>): void {
  if (hasInteractions(kind, secrets)) return
  const { interactions } = kind
  const message =
    interactions === undefined
      ? `a channel of the kind ${kind.kind} has none`
      : `goes only with ${interactions.goesWith}`
  throw refuse('Messages of this channel have no buttons.', { path: 'users', message })
}
