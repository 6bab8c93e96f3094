import { getChannel, setChannelPause } from '@signalpost/database/rules'
import { dayMs, instantSchema, msOf, RejectedError } from '@signalpost/domain'
import type { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineChoice, defineCommandAct } from '../define-operation.ts'
import { channelAudit, channelDocument, channelReference, withQueue } from './channel-document.ts'

const longestMs = 30 * dayMs

/** Throws RejectedError `not_found`, `invalid_request`. */
export const pauseChannelAct = defineCommandAct({
  name: 'channel.pause',
  summary:
    'Send nothing through a channel until a given time. Messages wait; the pause survives enabling it.',
  demands: 'admin',
  input: channelReference.extend({ until: instantSchema }),
  run: async ({ input: { until, ...channel }, ...work }) => {
    const lastsMs = msOf(until) - work.services.nowMs()
    if (lastsMs <= 0 || lastsMs > longestMs) {
      const issues = [{ path: 'until', message: 'expected a time within the next 30 days' }]
      throw new RejectedError('invalid_request', 'The channel cannot be paused until then.', { issues })
    }
    return setPause({ ...work, input: { ...channel, until: new Date(until) } })
  },
})

/** Pauses that a receiver asked for, or that follow failures, continue. Throws RejectedError `not_found`. */
export const resumeChannelAct = defineCommandAct({
  name: 'channel.resume',
  summary: 'End the pause of a channel that channel pause began.',
  demands: 'admin',
  input: channelReference,
  run: ({ input, ...work }) => setPause({ ...work, input: { ...input, until: null } }),
})

export const setChannelPauseChoice = defineChoice({
  name: 'channel.set_pause',
  summary: 'Pause a channel until a moment, or end its pause.',
  demands: 'admin',
  input: channelReference.extend({
    until: instantSchema.nullable().meta({ description: 'Within 30 days. Null ends the pause.' }),
  }),
  http: {
    ...{ method: 'post', path: '/channels/{id}/pause', errors: ['not_found'] },
    operationId: 'pauseChannel',
  },
  output: channelDocument,
  choose: ({ until }) => (until === null ? resumeChannelAct : pauseChannelAct),
})

async function setPause({
  services,
  transaction,
  input: { until, ...channel },
}: ActWork<z.output<typeof channelReference> & { until: Date | null }>) {
  const before = await getChannel(transaction, channel)
  const after = await setChannelPause(transaction, { ...channel, until, nowMs: services.nowMs() })
  const result = await withQueue(transaction, after, services.nowMs())
  return { ...channelAudit.changed(before, after), result }
}
