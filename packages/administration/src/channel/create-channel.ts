import { createChannel, mapChannelUsers } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedChannel, channelTarget } from './audited-channel.ts'
import { channelUsersSchema, getChannelKind, readSecrets, readSettings } from './channel-input.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string(),
  name: nameSchema,
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.unknown()),
  /** Who the users on the channel's side are here. */
  users: channelUsersSchema.default([]),
})

/** Adds a channel. Throws RejectedError `invalid_request`, which names what the kind does not take. */
export const createChannelAct = defineAct({
  name: 'channel.create',
  demands: 'admin',
  input,
  run: async ({ transaction, services, input: { users, ...given } }) => {
    const kind = getChannelKind(given.kind)
    const settings = readSettings(kind, given.settings)
    const secrets = readSecrets(kind, given.secrets)
    const created = await createChannel(transaction, services.secretBox, { ...given, settings, secrets })
    const { channelId, orgId } = created
    if (users.length > 0) await mapChannelUsers(transaction, { channelId, orgId, users })
    return {
      result: created,
      change: { ...channelTarget(created), before: null, after: auditedChannel(created) },
    }
  },
})
