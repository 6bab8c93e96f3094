import { getChannel, mapChannelUsers } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { channelTarget } from './audited-channel.ts'
import { channelUsersSchema } from './channel-input.ts'

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  users: channelUsersSchema.min(1),
})

/** Records who users on the channel's side are here; a later entry replaces an earlier one. Throws RejectedError `not_found`. */
export const mapChannelUsersAct = defineAct({
  name: 'channel.map_users',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { channelId, orgId, users } }) => {
    const channel = await getChannel(transaction, { channelId, orgId })
    const known = await mapChannelUsers(transaction, { channelId, orgId: channel.orgId, users })
    return { result: known, change: { ...channelTarget(channel), before: {}, after: { users } } }
  },
})
