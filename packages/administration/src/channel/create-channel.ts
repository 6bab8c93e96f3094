import { findGeneratedSecret } from '@signalpost/channels'
import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema, sealUrls } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { readKindInput } from '../read-kind-input.ts'
import { channelAudit, channelSchema, describeChannel, shownChannel } from './channel-document.ts'
import {
  channelMembers,
  channelUsersSchema,
  checkTakesUsers,
  getChannelKind,
  secretMembers,
} from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string().max(100),
  name: nameSchema,
  settings: channelMembers.default({}),
  secrets: secretMembers.default({}),
  users: channelUsersSchema
    .default([])
    .meta({ description: "Maps the channel's own users to users of the workspace." }),
})

/**
 * Creates a channel. The result has the signing secret, given or generated, if the kind has one. Throws RejectedError
 * `invalid_request`, which names what the kind does not accept; `conflict` for a second inbox.
 */
export const createChannelAct = defineOperation({
  name: 'channel.create',
  summary: 'Create a channel.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: { method: 'post', path: '/channels', status: 201, errors: ['conflict', 'login_required'] },
  run: async ({
    transaction,
    services,
    input: { users, ...given },
  }: ActWork<z.output<typeof input>, ChannelUrlServices>) => {
    const kind = getChannelKind(given.kind)
    const read = readKindInput(kind, given)
    checkUrls(kind, read, services.allowedNetworks)
    const { settings, secrets } = sealUrls(kind, read)
    if (users.length > 0) checkTakesUsers(kind, secrets)
    const channel = { ...given, settings, secrets, cell: services.cell }
    const created = await createChannel(transaction, services.secretBox, channel)
    const { channelId, orgId } = created
    if (users.length > 0) await mapChannelUsers(transaction, { channelId, orgId, users })
    const signing = findGeneratedSecret(kind)
    return {
      result: {
        ...{ ...shownChannel(created), ...(signing && { secret: secrets[signing.member] }) },
        isSecretGiven: signing !== undefined && given.secrets[signing.member] !== undefined,
      },
      change: channelAudit.created(created).change,
    }
  },
  output: {
    description: 'The channel, and its signing secret if one was generated, which is shown this once.',
    schema: channelSchema.extend({ secret: z.string().nullable() }),
    of: ({ secret = null, isSecretGiven, ...created }) => ({
      ...describeChannel(created),
      secret: isSecretGiven ? null : secret,
    }),
  },
})
