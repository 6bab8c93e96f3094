import { defineFigure } from '../../define-figure.ts'
import { measureAlerts } from '../../measuring/measure-alerts.ts'
import { channelNames, channelRules, startAlertedProduct } from '../../stage/alerted-product.ts'

const of = 'Slack'

export const alertLatency = defineFigure({
  name: 'alert-latency',
  title: 'From the 202 to the call to Slack, 200 deliveries a second of which 5 % match, 20 channels',
  comparisons: [{ title: 'accepted to Slack call, p95 ms', metric: 'p95 ms', of, gate: { atMost: 2_000 } }],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const configuration = { channels: channelNames, rules: channelRules }
    const alerted = await startAlertedProduct(stage, postgres, configuration)
    return [{ name: of, measure: () => measureAlerts(alerted, { seconds: stage.scaled(10, 4) }) }]
  },
})
