import { getChannel, suppressWaiting, switchChannel } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedChannel, channelTarget } from './audited-channel.ts'

const input = z.strictObject({ channelId: z.string(), orgId: orgIdSchema.optional() })

/** Sends again what comes from now on, and forgets earlier failures. Throws RejectedError `not_found`. */
export const enableChannelAct = defineAct({
  name: 'channel.enable',
  demands: 'admin',
  input,
  run: async ({ transaction, input: reference }) => {
    // What waited for the disabled channel is not sent now. Senders lock messages before channels.
    await suppressWaiting(transaction)
    const before = await getChannel(transaction, reference)
    const after = await switchChannel(transaction, { ...reference, enabled: true, reason: null })
    const states = { before: auditedChannel(before), after: auditedChannel(after) }
    return { result: after, change: changeBetween({ ...channelTarget(after), ...states }) }
  },
})

/** Sends nothing until the channel is enabled. Throws RejectedError `not_found`. */
export const disableChannelAct = defineAct({
  name: 'channel.disable',
  demands: 'admin',
  input,
  around: async ({ services, input: reference }, commit) => {
    const disabled = await commit(async (transaction) => {
      const before = await getChannel(transaction, reference)
      const off = { ...reference, enabled: false, reason: 'disabled by an operator' }
      const after = await switchChannel(transaction, off)
      const states = { before: auditedChannel(before), after: auditedChannel(after) }
      return { result: after, change: changeBetween({ ...channelTarget(after), ...states }) }
    })
    // In a transaction of its own, so that it holds no lock on the channel. A worker makes up for one that is lost.
    await suppressWaiting(services.database)
    return disabled
  },
})
