import { getChannel, mapChannelUsers, openChannelSecrets } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { channelAudit, channelReference } from './channel-document.ts'
import { channelUsersSchema, checkTakesUsers, getChannelKind } from './channel-input.ts'

/**
 * A later entry replaces an earlier one. Throws RejectedError `not_found`, and `invalid_request` for a channel whose
 * messages have no buttons.
 */
export const mapChannelUsersAct = defineOperation({
  name: 'channel.map_users',
  summary: 'Map Slack users of a channel to users of the workspace.',
  demands: 'admin',
  input: channelReference.extend({ users: channelUsersSchema.min(1) }),
  http: {
    ...{ method: 'post', path: '/channels/{id}/users', errors: ['not_found'] },
    operationId: 'mapChannelUsers',
  },
  run: async ({ transaction, services, input: { users, ...reference } }) => {
    const channel = await getChannel(transaction, reference)
    const { channelId, orgId } = channel
    const [newest] = await openChannelSecrets(transaction, services.secretBox, { channelId, orgId })
    checkTakesUsers(getChannelKind(channel.kind), newest?.secrets ?? {})
    const known = await mapChannelUsers(transaction, { channelId, orgId, users })
    return { result: known, change: { ...channelAudit.targetOf(channel), before: {}, after: { users } } }
  },
  output: {
    description: 'All users of the channel.',
    schema: z.object({ items: z.array(z.object({ externalUserId: z.string(), userId: z.string() })) }),
    of: (items) => ({ items }),
  },
})
