import type { Database } from '@signalpost/database'
import { disabledByOperator, getChannel, suppressWaiting, switchChannel } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineSwitchable } from '../define-switchable.ts'
import { auditedChannel, channelTarget, shownChannel } from './audited-channel.ts'

const switchTo = defineSwitchable({
  input: z.strictObject({ channelId: z.string(), orgId: orgIdSchema.optional() }),
  get: async (database: Database, channel: Parameters<typeof getChannel>[1]) =>
    shownChannel(await getChannel(database, channel)),
  set: async (transaction, change: Parameters<typeof switchChannel>[1]) => {
    // Alerts that waited for the disabled channel are never sent. Senders lock messages before channels.
    if (change.enabled) await suppressWaiting(transaction)
    return shownChannel(await switchChannel(transaction, change))
  },
  targetOf: channelTarget,
  auditedOf: auditedChannel,
})

/** Sends new alerts again, and clears earlier failures. */
export const enableChannelAct = switchTo({ name: 'channel.enable', to: { enabled: true, reason: null } })

/** Sends nothing until the channel is enabled. */
export const disableChannelAct = switchTo({
  name: 'channel.disable',
  to: { enabled: false, reason: disabledByOperator },
  // In a separate transaction, so it holds no lock on the channel. If this process dies first, a worker does it.
  afterwards: ({ database }) => suppressWaiting(database),
})
