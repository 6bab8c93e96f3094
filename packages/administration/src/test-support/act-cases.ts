import { createSecretBox } from '@signalpost/database'
import { keepDemoRecords } from '@signalpost/database/demo'
import { storeDeliveries } from '@signalpost/database/ledger'
import { deleteSignal } from '@signalpost/database/records'
import { createChannel } from '@signalpost/database/rules'
import { enableCanaryAct } from '../canary/enable-canary.ts'
import { performAct } from '../perform-act.ts'
import type { ActCase, CaseServices } from './act-case.ts'
import { admin } from './callers.ts'
import { canary } from './canary.ts'
import { assistantCases } from './cases/assistant-cases.ts'
import { inboxCases } from './cases/inbox-cases.ts'
import { searchCases } from './cases/listener-cases.ts'
import { loginCases } from './cases/person-cases.ts'
import { recordCases } from './cases/record-cases.ts'
import { addWarehouse, warehouseOf } from './cases/warehouse-cases.ts'
import { addWorkspace } from './cases/workspace-cases.ts'
import { olderMasterKey } from './open-services.ts'
import { addChannel, addRule, addSource, operationCases, webhook } from './operation-cases.ts'

export { addWarehouse, addWorkspace, canary }

/** One case for each act, by its name. */
export const actCases: Record<string, ActCase> = {
  ...operationCases,
  ...loginCases,
  ...recordCases,
  ...searchCases,
  ...inboxCases,
  ...assistantCases,
  'key.rotate_master': {
    prepare: async ({ database, cell }, orgId) => {
      // The box of the cases opens it with its second key.
      const secretBox = createSecretBox(olderMasterKey)
      await addSource({ database, secretBox, cell, nowMs: Date.now }, orgId)
      return {}
    },
    refused: { orgId: 'org_x' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'channel.create': {
    prepare: async (_services, orgId) => ({ orgId, ...webhook, secrets: { secret: canary } }),
    refused: {
      orgId: 'org_x',
      ...webhook,
      settings: { url: 'ftp://a.example' },
      secrets: { secret: canary },
    },
  },
  'channel.edit': {
    prepare: async (services, orgId) => ({
      ...(await addChannel(services, orgId)),
      ...{ name: 'Renamed', settings: { events: ['*'] } },
    }),
    refused: { channelId: 'chn_missing', name: 'Renamed' },
  },
  'channel.test': {
    prepare: async ({ database, secretBox, slack }, orgId) => {
      const channel = { orgId, kind: 'slack', name: 'Slack', settings: {} }
      const secrets = { webhookUrl: slack.webhookUrl(canary) }
      const { channelId } = await createChannel(database, secretBox, { ...channel, secrets })
      return { channelId }
    },
    refused: { channelId: 'chn_missing' },
  },
  'delivery.replay': {
    prepare: async (services, orgId) => ({ orgId, ids: await addDeliveries(services, orgId, 3) }),
    refused: { ids: ['dlv_missing'] },
  },
  'delivery.discard': {
    prepare: async (services, orgId) => {
      await addDeliveries(services, orgId, 3)
      return { orgId, filter: { status: 'queued' } }
    },
    refused: { orgId: 'org_x', ids: ['dlv_missing'], filter: { status: 'queued' } },
  },
  'alert.replay': {
    prepare: async (services, orgId) => {
      await addFailedAlert(services, orgId)
      return { orgId, status: 'failed' }
    },
    refused: { orgId: 'org_x', status: 'lost' },
  },
  'signal.erase': {
    prepare: async ({ database }, orgId) => {
      const signal = { orgId, signalId: 'sig_erased', nowMs: Date.now() }
      await deleteSignal(database, signal)
      return { orgId, signalId: signal.signalId }
    },
    refused: { orgId: 'org_x', signalId: 'sig_missing' },
  },
  'demo.credentials': {
    prepare: async () => ({}),
    refused: { orgId: 'org_x' },
    actsIn: 'org_demo',
  },
  'demo.keep': {
    prepare: async (_services, orgId) => ({ orgId, people: ['Anna'], records: [] }),
    refused: { orgId: 'org_x' },
  },
  'demo.remove': {
    prepare: async ({ database }, orgId) => {
      await database
        .transaction()
        .execute((transaction) =>
          keepDemoRecords(transaction, { orgId, records: [{ kind: 'deal', id: 'deal_1' }] }),
        )
      return { orgId }
    },
    refused: { orgId: 'org_x' },
  },
  'warehouse.create': {
    prepare: async ({ url }, orgId) => warehouseOf(url, orgId),
    refused: { ...warehouseOf('postgres://127.0.0.1:1/db', 'org_x'), kind: 'carrier-pigeon' },
  },
  'warehouse.edit': {
    prepare: async (services, orgId) => {
      const { warehouseId } = await addWarehouse(services, orgId)
      const secrets = { url: `${warehouseOf(services.url, orgId).secrets.url}&sslmode=disable` }
      return { warehouseId, orgId, name: 'Renamed', secrets, oldTables: 'keep' }
    },
    refused: { warehouseId: 'whs_missing', name: 'Renamed' },
  },
  'warehouse.drop': {
    prepare: async (services, orgId) => ({ ...(await addWarehouse(services, orgId)), withTables: true }),
    refused: { warehouseId: 'whs_missing' },
  },
  'canary.enable': {
    prepare: async () => ({}),
    refused: { everyMs: 9_999 },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'canary.disable': {
    prepare: async (services) => {
      await performAct(services, { caller: admin, act: enableCanaryAct, input: {} })
      return {}
    },
    refused: { everyMs: 60_000 },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
}

/** Stores deliveries of a ping and returns their ids. */
export async function addDeliveries(
  { database, secretBox, cell, pool }: CaseServices,
  orgId: string,
  count: number,
): Promise<string[]> {
  const { sourceId } = await addSource({ database, secretBox, cell, nowMs: Date.now }, orgId)
  const envelope = { type: 'ping', occurredAt: new Date().toISOString(), orgId, data: {} }
  const ids: string[] = []
  for (let from = 0; from < count; from += 500) {
    const events = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      ...envelope,
      id: `evt_${from + index}`,
    }))
    const request = {
      ...{ orgId, sourceId, receivedAtMs: Date.now(), traceId: 'trace', signatureHeaders: {} },
      body: Buffer.from(JSON.stringify(events)),
      events: events.map(({ id, type }) => ({ eventId: id, type })),
    }
    const stored = await storeDeliveries(pool, [request], { nowMs: Date.now(), dueAfterMs: 86_400_000 })
    ids.push(...stored.deliveryIds.flat())
  }
  return ids
}

async function addFailedAlert(services: CaseServices, orgId: string): Promise<void> {
  const { channelId } = await addChannel(services, orgId)
  const { ruleId } = await addRule(services, orgId)
  await services.pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
     values ($1, $2, $3, 'sig_failed', now(), 'failed', true)`,
    [orgId, ruleId, channelId],
  )
}
