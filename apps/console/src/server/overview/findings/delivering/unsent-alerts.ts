import { defineFinding } from '../../finding.ts'
import { channelName, counted } from '../../words.ts'

export const unsentAlerts = defineFinding({
  kind: 'alerts_unsent',
  find: (facts) =>
    facts.trouble.unsent.map(({ channelId, count, status }) => ({
      harm: 'broken',
      summary: `${counted(count, 'alert', 'alerts')} through ${channelName(facts, channelId)} ${words[status] ?? status} in the last 24 hours.`,
      remedy: 'See the attempts, then replay the alerts.',
      link: `/w/${facts.orgId}/alerts?channel=${channelId}&status=${status}`,
    })),
})

const words: Record<string, string> = { unknown: 'may not have arrived' }
