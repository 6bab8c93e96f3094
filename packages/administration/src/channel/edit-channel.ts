import { editChannel, getChannel, openChannelSecrets } from '@signalpost/database/rules'
import { nameSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { type ActWork, defineAct } from '../define-act.ts'
import { readKindInput } from '../read-kind-input.ts'
import { auditedChannel, channelTarget } from './audited-channel.ts'
import { getChannelKind } from './channel-input.ts'
import { type ChannelUrlServices, checkUrls } from './check-urls.ts'

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  /** The settings to change, by member. Null removes one. */
  settings: z.record(z.string(), z.unknown()).default({}),
})

/**
 * Changes the name and settings that are given and keeps the rest; secrets are rotated instead. Throws RejectedError:
 * `not_found`, and `invalid_request`, which names what the kind does not accept.
 */
export const editChannelAct = defineAct({
  name: 'channel.edit',
  demands: 'admin',
  input,
  run: async ({
    transaction,
    services,
    input: { name, settings: changed, ...reference },
  }: ActWork<z.output<typeof input>, ChannelUrlServices>) => {
    const before = await getChannel(transaction, reference)
    const { channelId, orgId } = before
    // The kind judges settings and secrets together: some go only with each other.
    const [newest] = await openChannelSecrets(transaction, services.secretBox, { channelId, orgId })
    const merged = Object.entries({ ...before.settings, ...changed }).filter(([, value]) => value !== null)
    const kind = getChannelKind(before.kind)
    const { settings } = readKindInput(kind, {
      settings: Object.fromEntries(merged),
      secrets: newest?.secrets ?? {},
    })
    // An address that stays may have been allowed before.
    checkUrls(kind, { settings: changed, secrets: {} }, services.allowedNetworks)
    const after = await editChannel(transaction, { channelId, orgId, name, settings })
    const states = { before: auditedChannel(before), after: auditedChannel(after) }
    return { result: after, change: changeBetween({ ...channelTarget(after), ...states }) }
  },
})
