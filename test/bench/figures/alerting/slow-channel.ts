import type { RuleDefinition } from '@signalpost/domain'
import { defineFigure } from '../../define-figure.ts'
import { measureAlerts } from '../../measuring/measure-alerts.ts'
import { channelNames, channelRules, startAlertedProduct } from '../../stage/alerted-product.ts'

const slow = 'slow'
const withSlow = 'one channel never answers'
const without = 'every channel answers'

export const slowChannel = defineFigure({
  name: 'slow-channel',
  title: 'The same with one more channel, which gets every matching signal',
  rounds: 5,
  comparisons: [
    {
      title: "the others' p95 while one channel times out / while all answer",
      metric: 'p95 ms',
      of: withSlow,
      to: without,
      gate: { atMost: 1.25 },
      tolerated: 50,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    // Each has its own, so the slow channel's leftovers do not disturb the measurement without it.
    const configuration = { channels: [...channelNames, slow], rules: rulesWithSlow }
    const answering = await startAlertedProduct(stage, postgres, configuration)
    const silent = await startAlertedProduct(stage, postgres, configuration)
    silent.slack.troubles.plan('silent', { only: slow })
    return [
      { name: without, measure: () => measureAlerts(answering, { seconds: stage.scaled(5, 4) }) },
      { name: withSlow, measure: () => measureAlerts(silent, { seconds: stage.scaled(5, 4) }) },
    ]
  },
})

/** The slow channel's rule comes first and lets later rules match too. */
function rulesWithSlow(channelIds: string[]): Partial<RuleDefinition>[] {
  const [slowId = ''] = channelIds.slice(-1)
  const everyMatch = { conditions: { minUrgency: 'high' as const }, channels: [slowId], continue: true }
  return [everyMatch, ...channelRules(channelIds)]
}
