import { getChannel, mapChannelUsers, openChannelSecrets } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { channelTarget } from './audited-channel.ts'
import { channelUsersSchema, checkTakesUsers, getChannelKind } from './channel-input.ts'

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  users: channelUsersSchema.min(1),
})

/**
 * Maps the channel's own users to users of the workspace. A later entry replaces an earlier one. Throws RejectedError
 * `not_found`, and `invalid_request` for a channel whose messages have no buttons.
 */
export const mapChannelUsersAct = defineAct({
  name: 'channel.map_users',
  demands: 'admin',
  input,
  run: async ({ transaction, services, input: { users, ...reference } }) => {
    const channel = await getChannel(transaction, reference)
    const { channelId, orgId } = channel
    const [newest] = await openChannelSecrets(transaction, services.secretBox, { channelId, orgId })
    checkTakesUsers(getChannelKind(channel.kind), newest?.secrets ?? {})
    const known = await mapChannelUsers(transaction, { channelId, orgId, users })
    return { result: known, change: { ...channelTarget(channel), before: {}, after: { users } } }
  },
})
