import { getChannel, setChannelPause } from '@signalpost/database/rules'
import { dayMs, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { type ActWork, defineAct } from '../define-act.ts'
import { auditedChannel, channelTarget, shownChannel } from './audited-channel.ts'

const longestMs = 30 * dayMs

const reference = z.strictObject({ channelId: z.string(), orgId: orgIdSchema.optional() })

/**
 * Sends nothing through a channel until a given time, at most 30 days from now; messages wait. Throws RejectedError
 * `not_found`, `invalid_request`.
 */
export const pauseChannelAct = defineAct({
  name: 'channel.pause',
  demands: 'admin',
  input: reference.extend({ until: z.date() }),
  run: async ({ input: { until, ...channel }, ...work }) => {
    const lastsMs = until.getTime() - work.services.nowMs()
    if (lastsMs <= 0 || lastsMs > longestMs) {
      const issues = [{ path: 'until', message: 'expected a time within the next 30 days' }]
      throw new RejectedError('invalid_request', 'The channel cannot be paused until then.', { issues })
    }
    return setPause({ ...work, input: { ...channel, until } })
  },
})

/** Ends a pause that a person set. Pauses that a receiver asked for, or that follow failures, continue. Throws RejectedError `not_found`. */
export const resumeChannelAct = defineAct({
  name: 'channel.resume',
  demands: 'admin',
  input: reference,
  run: ({ input, ...work }) => setPause({ ...work, input: { ...input, until: null } }),
})

async function setPause({
  services,
  transaction,
  input: { until, ...channel },
}: ActWork<z.output<typeof reference> & { until: Date | null }>) {
  const before = await getChannel(transaction, channel)
  const after = await setChannelPause(transaction, { ...channel, until, nowMs: services.nowMs() })
  const states = { before: auditedChannel(before), after: auditedChannel(after) }
  return { result: shownChannel(after), change: changeBetween({ ...channelTarget(after), ...states }) }
}
