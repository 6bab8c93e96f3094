import type { RuleDefinition } from '@signalpost/domain'
import { type SlackServer, startSlackServer } from '@signalpost/testing'
import type { Product } from '../../support/product/start-product.ts'
import { type PreparedStore, prepareStore } from '../filling/prepare-store.ts'
import { type AlertConfiguration, configureAlerts, inSlack } from './configure-alerts.ts'
import type { Stage } from './stage.ts'
import type { BenchPostgres } from './start-bench-postgres.ts'

/** An intake and a worker that send every twentieth delivery to a local Slack server. */
export type AlertedProduct = { store: PreparedStore; product: Product; slack: SlackServer }

export const matchingEvery = 20
const channelCount = 20

/** Each has its own signals: Slack accepts one message a second from each. */
export const channelNames = Array.from({ length: channelCount }, (_, index) => `channel-${index}`)

/** Returns the members with which the delivery of this number matches a channel's rule, or none. */
export function describeSignal(index: number): Record<string, unknown> {
  if (index % matchingEvery !== 0) return {}
  return { urgency: 'high', listenerId: listenerOf((index / matchingEvery) % channelCount) }
}

/** Returns a rule for each channel. */
export function channelRules(channelIds: string[]): Partial<RuleDefinition>[] {
  return channelIds.slice(0, channelCount).map((channelId, index) => ({
    conditions: { minUrgency: 'high', listeners: [listenerOf(index)] },
    channels: [channelId],
  }))
}

export async function startAlertedProduct(
  stage: Stage,
  postgres: BenchPostgres,
  configuration: AlertConfiguration,
): Promise<AlertedProduct> {
  const slack = await startSlackServer()
  stage.onEnd(() => slack.close())
  const store = await prepareStore(postgres)
  await configureAlerts(store, inSlack(slack), configuration)
  const product = await stage.startProduct({
    ...store,
    counts: { intake: 1, worker: 1 },
    env: { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', SIGNALPOST_SLACK_API_URL: slack.apiUrl },
  })
  return { store, product, slack }
}

function listenerOf(index: number): string {
  return `lsn_alerted_${index}`
}
