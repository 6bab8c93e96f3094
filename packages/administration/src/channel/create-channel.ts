import { findGeneratedSecret } from '@signalpost/channels'
import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema, sealUrls } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { auditedChannel, channelTarget, shownChannel } from './audited-channel.ts'
import { channelUsersSchema, checkTakesUsers, getChannelKind } from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string(),
  name: nameSchema,
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.unknown()),
  /** Maps the channel's own users to users of the workspace. */
  users: channelUsersSchema.default([]),
})

/**
 * Creates a channel. The result has the signing secret, given or generated, if the kind has one. Throws RejectedError
 * `invalid_request`, which names what the kind does not accept; `conflict` for a second inbox.
 */
export const createChannelAct = defineAct({
  name: 'channel.create',
  demands: 'admin',
  input,
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
      result: { ...shownChannel(created), ...(signing && { secret: secrets[signing.member] }) },
      change: { ...channelTarget(created), before: null, after: auditedChannel(created) },
    }
  },
})
