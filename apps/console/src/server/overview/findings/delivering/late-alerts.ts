import { findLateAlerts } from '@signalpost/database/overview'
import { defineReadFinding } from '../../finding.ts'
import { channelName, counted, duration } from '../../words.ts'

/** How long an alert may wait once it is due. */
const lateMs = 60_000
const remedy = 'Check that a worker runs: ./signalpost doctor names what it waits for.'

export const lateAlerts = defineReadFinding({
  kind: 'alerts_late',
  everyMs: 5_000,
  read: ({ database, orgId, nowMs }) => findLateAlerts(database, { orgId, nowMs, lateMs }),
  find: ({ channels, undecidedSeconds }, facts) => [
    ...channels.map(({ channelId, count, lateSeconds }) => ({
      harm: 'late' as const,
      summary: `${counted(count, 'message waits', 'messages wait')} for the channel ${channelName(facts, channelId)}; the first has waited for ${duration(lateSeconds)}.`,
      remedy,
      link: `/w/${facts.orgId}/channels/${channelId}`,
    })),
    ...(undecidedSeconds === 0
      ? []
      : [
          {
            harm: 'late' as const,
            summary: `Changes wait for the rules; the first has waited for ${duration(undecidedSeconds)}. No alert is lost.`,
            remedy,
            link: `/w/${facts.orgId}/alerts`,
          },
        ]),
  ],
})
