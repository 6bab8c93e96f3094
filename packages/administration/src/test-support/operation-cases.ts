import { createApiKey, createSource, listSourceSecrets, setSourceEnabled } from '@signalpost/database/access'
import { createJob } from '@signalpost/database/acts'
import { keepDemoRecords } from '@signalpost/database/demo'
import { storeDeliveries } from '@signalpost/database/ledger'
import { createSavedView } from '@signalpost/database/records'
import {
  createChannel,
  createEscalation,
  createRule,
  createSilence,
  setRuleEnabled,
} from '@signalpost/database/rules'
import { createConnection, deleteConnection, listConnections } from '@signalpost/database/searching'
import { escalationDefinitionSchema, instantOf, ruleDefinitionSchema } from '@signalpost/domain'
import type { z } from 'zod'
import type { ActServices } from '../define-act.ts'
import { operations } from '../operations/index.ts'
import type { ActCase, StoreServices } from './act-case.ts'
import { addMessage } from './add-message.ts'
import { canary } from './canary.ts'
import { addAssistant, assistantCases } from './cases/assistant-cases.ts'
import { addChannel, channelCases } from './cases/channel-cases.ts'
import { inboxCases } from './cases/inbox-cases.ts'
import { addListener, listenerCases } from './cases/listener-cases.ts'
import { addInvitation, addPerson, personCases } from './cases/person-cases.ts'
import {
  addCollection,
  addDeal,
  addSignal,
  privateText,
  recordCases,
  signalCases,
} from './cases/record-cases.ts'
import { addWarehouse, warehouseCases } from './cases/warehouse-cases.ts'
import { workspaceCases } from './cases/workspace-cases.ts'

type OperationCase = ActCase<StoreServices>

/** Stores one thing of a noun, and returns its id. */
const stages: Record<string, OperationCase['prepare']> = {
  rule: addRule,
  job: async ({ database }, orgId) => {
    const job = { orgId, act: 'delivery.replay', input: {}, by: { kind: 'person' as const, id: 'usr_1' } }
    const { jobId } = await database.transaction().execute((transaction) => createJob(transaction, job))
    return { jobId }
  },
  channel: addChannel,
  source: addSource,
  connection: async (services, orgId) => {
    await freePlatform(services, orgId)
    const connection = { orgId, platform: 'lever' as const, baseUrl: null, budget: null, secrets: {} }
    const { connectionId } = await createConnection(services.database, services.secretBox, connection)
    return { connectionId }
  },
  escalation: async (services, orgId) => {
    const escalation = { orgId, name: 'Escalation', ...(await escalationTo(services, orgId)) }
    const { escalationId } = await createEscalation(services.database, escalation)
    return { escalationId }
  },
  message: addMessage,
  signal: addSignal,
  deal: addDeal,
  account: async (services, orgId) => {
    const accountKey = `d:${crypto.randomUUID()}.example`
    await addSignal(services, orgId, { accountKey })
    return { accountId: accountKey }
  },
  collection: addCollection,
  delivery: async (services, orgId) => {
    const [deliveryId] = await addDeliveries(services, orgId, 1)
    return { deliveryId }
  },
  person: addPerson,
  warehouse: addWarehouse,
  assistant: addAssistant,
  listener: addListener,
  invitation: async (services, orgId) => {
    const { invitationId } = await addInvitation(services, orgId)
    return { invitationId }
  },
  silence: async ({ database }, orgId) => {
    const silence = { orgId, conditions: {}, reason: null, until: new Date(Date.now() + hourMs) }
    const { silenceId } = await createSilence(database, silence)
    return { silenceId }
  },
  view: async ({ database }, orgId) => {
    const view = {
      orgId,
      name: 'View',
      filters: {},
      isShared: true,
      createdBy: { kind: 'cli' as const, id: 'ada' },
    }
    const { viewId } = await database
      .transaction()
      .execute((transaction) => createSavedView(transaction, view))
    return { viewId }
  },
  key: async ({ database }, orgId) => {
    const { keyId } = await createApiKey(database, { orgId, scopes: ['signals:read'] })
    return { keyId }
  },
}

const hourMs = 3_600_000
const soon = () => instantOf(Date.now() + hourMs)

/** The cases of operations that need more than a thing of their noun and their example. */
const special: Record<string, OperationCase> = {
  ...signalCases,
  ...recordCases,
  ...inboxCases,
  ...assistantCases,
  ...channelCases,
  ...personCases,
  ...workspaceCases,
  ...warehouseCases,
  ...listenerCases,
  'alert.replay': {
    prepare: async (services, orgId) => {
      await addFailedAlert(services, orgId)
      return { orgId, status: 'failed' }
    },
    refused: { orgId: 'org_x', status: 'lost' },
  },
  'collection.create': {
    prepare: async (_services, orgId) => ({ orgId, name: crypto.randomUUID(), description: privateText }),
    refused: { orgId: 'org_x', name: ' ' },
  },
  'collection.rename': {
    prepare: async (services, orgId) => ({
      ...{ orgId, name: crypto.randomUUID() },
      ...(await addCollection(services, orgId)),
    }),
    refused: { orgId: 'org_x', collectionId: 'col_missing', name: 'Visits' },
  },
  'demo.remove': {
    prepare: async ({ database }, orgId) => {
      const records = [{ kind: 'deal' as const, id: 'deal_1' }]
      await database.transaction().execute((transaction) => keepDemoRecords(transaction, { orgId, records }))
      return { orgId }
    },
    refused: { orgId: 'org_x' },
  },
  'delivery.replay': {
    prepare: async (services, orgId) => ({ orgId, ids: await addDeliveries(services, orgId, 3, 'dead') }),
    refused: { ids: ['dlv_missing'] },
  },
  'delivery.discard': {
    prepare: async (services, orgId) => ({ orgId, ids: await addDeliveries(services, orgId, 3) }),
    refused: { orgId: 'org_x', ids: ['dlv_missing'], filter: { status: 'queued' } },
  },
  'rule.enable': {
    prepare: async (services, orgId) => {
      const { ruleId } = await addRule(services, orgId)
      await setRuleEnabled(services.database, { ruleId, enabled: false })
      return { ruleId }
    },
    refused: { ruleId: 'rul_missing' },
  },
  'connection.create': {
    prepare: async (services, orgId) => {
      await freePlatform(services, orgId)
      return { orgId, platform: 'lever' }
    },
    refused: { orgId: 'org_x', platform: 'linkedin' },
  },
  'escalation.create': {
    prepare: async (services, orgId) => ({
      ...{ orgId, name: 'Escalation' },
      ...(await escalationTo(services, orgId)),
    }),
    refused: {
      ...{ orgId: 'org_x', name: 'Escalation' },
      definition: { steps: [{ afterMs: 60_000, channelId: 'chn_missing' }] },
    },
  },
  'escalation.preview': {
    prepare: async (services, orgId) => ({ orgId, ...(await escalationTo(services, orgId)) }),
    refused: { orgId: 'org_x', definition: {} },
  },
  'source.create': {
    prepare: async (_services, orgId) => ({ orgId, name: 'Source', secret: canary }),
    refused: { orgId: 'org_x', name: 'Source', scheme: 'stripe' },
  },
  'source.rotate': {
    prepare: async (services, orgId) => ({
      ...(await addSource(services, orgId)),
      ...{ overlapSeconds: 0, secret: canary },
    }),
    refused: { sourceId: 'src_missing', overlapSeconds: 0 },
  },
  'source.end_secret': {
    prepare: async (services, orgId) => {
      const { sourceId } = await addSource(services, orgId)
      const { secrets } = await listSourceSecrets(services.database, { sourceId })
      return { sourceId, secretId: secrets[0]?.secretId }
    },
    refused: { sourceId: 'src_missing', secretId: '1' },
  },
  'source.test': {
    prepare: (services, orgId) => addSource(services, orgId),
    refused: { sourceId: 'src_missing' },
  },
  'source.enable': {
    prepare: async (services, orgId) => {
      const { sourceId } = await addSource(services, orgId)
      await setSourceEnabled(services.database, { sourceId, enabled: false })
      return { sourceId }
    },
    refused: { sourceId: 'src_missing' },
  },
  'workspace.set_fallback_channel': {
    prepare: async (services, orgId) => ({ orgId, ...(await addChannel(services, orgId)) }),
    refused: { orgId: 'org_x', channelId: 'chn_missing' },
  },
  'rule.preview': {
    prepare: async (services, orgId) => {
      const { channelId } = await addChannel(services, orgId)
      return { orgId, definition: { channels: [channelId] } }
    },
    refused: { orgId: 'org_x', definition: { channels: ['chn_missing'] } },
  },
  'silence.preview': {
    prepare: async (services, orgId) => ({ orgId, conditions: await addRule(services, orgId) }),
    refused: { orgId: 'org_x', conditions: { ruleId: 'rul_missing' } },
  },
  'silence.create': {
    prepare: async (services, orgId) => ({
      orgId,
      until: soon(),
      conditions: await addRule(services, orgId),
    }),
    refused: { orgId: 'org_x', until: instantOf(0) },
  },
}

/** One case for each operation. */
export const operationCases: Record<string, OperationCase> = Object.fromEntries(
  operations.map((operation) => [operation.name, special[operation.name] ?? usualCase(operation)]),
)

/** A thing of the noun where the input names one, and the example. */
function usualCase(operation: (typeof operations)[number]): OperationCase {
  const { name, input } = operation
  const example = 'example' in operation ? operation.example : {}
  const noun = name.split('.', 1)[0] ?? ''
  const subject = `${noun}Id`
  const shape: Record<string, z.ZodType> = input.shape
  const needs = (member: string): boolean => shape[member]?.safeParse(undefined).success === false
  return {
    prepare: async (services, orgId) => ({
      ...example,
      ...(needs('orgId') && { orgId }),
      ...(needs(subject) && (await stages[noun]?.(services, orgId))),
    }),
    refused: {
      ...example,
      ...(needs('orgId') && { orgId: 'org_x' }),
      ...(needs(subject) && { [subject]: 'missing' }),
    },
  }
}

async function addRule({ database }: ActServices, orgId: string): Promise<{ ruleId: string }> {
  const definition = ruleDefinitionSchema.parse({ conditions: { minUrgency: 'high' }, channels: 'all' })
  const { ruleId } = await createRule(database, { orgId, name: 'Rule', definition })
  return { ruleId }
}

export async function addSource(
  { database, secretBox }: ActServices,
  orgId: string,
): Promise<{ sourceId: string }> {
  const settings = { settings: {}, toleranceSeconds: 300, ratePerMinute: null, secret: canary }
  const { sourceId } = await createSource(database, secretBox, {
    ...{ orgId, name: 'Source', scheme: 'service-v1' },
    ...settings,
  })
  return { sourceId }
}

/** A workspace has one connection to a platform. */
async function freePlatform({ database }: ActServices, orgId: string): Promise<void> {
  for (const { connectionId, platform } of await listConnections(database, orgId)) {
    if (platform === 'lever') await deleteConnection(database, { connectionId, orgId })
  }
}

async function escalationTo({ database, secretBox }: ActServices, orgId: string) {
  const channel = { orgId, kind: 'slack', name: 'Slack', settings: {}, secrets: {} }
  const { channelId } = await createChannel(database, secretBox, channel)
  return { definition: escalationDefinitionSchema.parse({ steps: [{ afterMs: 60_000, channelId }] }) }
}

async function addFailedAlert(services: StoreServices, orgId: string): Promise<void> {
  const { channelId } = await addChannel(services, orgId)
  const { ruleId } = await addRule(services, orgId)
  await services.pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
     values ($1, $2, $3, 'sig_failed', now(), 'failed', true)`,
    [orgId, ruleId, channelId],
  )
}

/** Stores deliveries of a ping and returns their ids. */
export async function addDeliveries(
  { database, secretBox, cell, pool }: StoreServices,
  orgId: string,
  count: number,
  status: 'queued' | 'dead' = 'queued',
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
  if (status === 'dead') {
    await pool.query(
      `update deliveries set status = 'dead', settled_at = now() where delivery_id = any($1)`,
      [ids],
    )
  }
  return ids
}
