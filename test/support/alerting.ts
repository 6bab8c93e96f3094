import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox } from '@signalpost/database'
import {
  createChannel,
  createRule,
  listRules,
  setChannelEnabled,
  setRuleEnabled,
} from '@signalpost/database/rules'
import { ruleDefinitionSchema } from '@signalpost/domain'
import {
  startTcpProxy,
  startWebhookReceiver,
  type TcpProxy,
  type WebhookReceiver,
  waitUntil,
} from '@signalpost/testing'
import { type AlertAudit, auditAlerts } from './audit/audit-alerts.ts'
import type { Harness } from './product/start-harness.ts'
import { createSources } from './sending/create-sources.ts'
import type { Outgoing } from './sending/sender.ts'

/** A receiver of alerts behind a proxy, ready before the product starts. */
export type AlertReceiver = {
  webhook: WebhookReceiver
  proxy: TcpProxy
  /** The environment that the product's processes need to reach it. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** A workspace with one rule and one channel. */
export type Alerting = Pick<AlertReceiver, 'webhook' | 'proxy'> & {
  /** Returns a new signal; the rule matches every other one. */
  next: () => Outgoing
  setChannelEnabled: (enabled: boolean) => Promise<void>
  /** Makes everything due that waits for a retry or the end of a rest. */
  hasten: () => Promise<void>
  /** Waits until nothing is waiting; throws when that takes longer. */
  settle: (limitMs: number) => Promise<void>
  /** Compares the decisions with what arrived. */
  judge: () => Promise<AlertAudit>
}

const orgId = 'org_alerted'
const minScore = 50
const scores = [20, 80]

export async function startAlertReceiver(): Promise<AlertReceiver> {
  const webhook = await startWebhookReceiver()
  const proxy = await startTcpProxy(Number(new URL(webhook.url).port))
  return {
    webhook,
    proxy,
    env: {
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: webhook.caPath,
    },
    stop: async () => {
      await proxy.stop()
      await webhook.close()
    },
  }
}

/** Creates the workspace of alerts like an operator. */
export async function createAlerting(
  harness: Harness,
  { webhook, proxy }: AlertReceiver,
): Promise<Alerting & AsyncDisposable> {
  const { databaseUrl, masterKey, query } = harness
  const sources = await createSources({ databaseUrl, masterKey }, { orgIds: [orgId], sourcesEach: 1 })
  const [source] = sources.flat()
  if (source === undefined) throw new Error('There is no source of alerts.')
  harness.addSource(source)
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'an operator', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  webhook.secrets.push(secret)
  const { channelId } = await createChannel(database, createSecretBox(Buffer.from(masterKey, 'base64')), {
    ...{ orgId, kind: 'webhook', name: 'Receiver', secrets: { secret } },
    settings: { url: Object.assign(new URL(webhook.url), { port: proxy.port }).href, events: [] },
  })
  for (const { ruleId } of await listRules(database, orgId)) {
    await setRuleEnabled(database, { ruleId, orgId, enabled: false })
  }
  await createRule(database, {
    ...{ orgId, name: 'Good ones' },
    definition: ruleDefinitionSchema.parse({ conditions: { minScore }, channels: 'all' }),
  })
  let count = 0
  const hasten = async (): Promise<void> => {
    await query(`update messages set due_at = now() where status = 'pending' and due_at > now()`)
    // Set by a clock that was far ahead; the others expire by themselves.
    await query(`
      update messages set leased_until = now()
      where status = 'sending' and leased_until > now() + interval '1 minute'`)
    await query(`
      update channel_health set paused_until = null, retry_after = null
      where paused_until > now() or retry_after > now()`)
  }
  return {
    webhook,
    proxy,
    next: () => {
      count += 1
      const at = new Date().toISOString()
      const id = `sig_${String(count).padStart(6, '0')}x`
      const signal = {
        ...{ id, orgId, listenerId: 'lsn_1', source: 'reddit', url: `https://example.com/${id}` },
        ...{ title: `Signal ${id}`, excerpt: 'Something.', postedAt: at, firstSeenAt: at },
        ...{ relevanceScore: scores[count % scores.length], classification: 'relevant' },
        ...{ rationale: 'Because of a keyword.', matchedKeywords: [] },
      }
      const event = { id: `evt_${id}`, type: 'signal.created', occurredAt: at, orgId, data: { signal } }
      return {
        source,
        body: Buffer.from(JSON.stringify(event)),
        events: [{ eventId: event.id, expectation: 'applied' }],
      }
    },
    setChannelEnabled: async (enabled) => {
      await setChannelEnabled(database, { channelId, orgId, enabled, reason: enabled ? null : 'test' })
    },
    hasten,
    settle: (limitMs) =>
      waitUntil(
        'every alert is sent',
        async () => {
          await hasten()
          const [row] = await query(`
            select (select count(*) from pending_changes where error is null)
                 + (select count(*) from messages where status in ('pending', 'sending')) as open`)
          return Number(row?.open) === 0
        },
        { limitMs, intervalMs: 500 },
      ),
    judge: () => auditAlerts({ databaseUrl, orgId, minScore, requests: webhook.requests }),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}
