import { randomBytes } from 'node:crypto'
import { type Alerting, startAlerting } from '@signalpost/alerting'
import { createSecretBox, type Database, findDueWork } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { listAlerts } from '@signalpost/database/dispatches'
import {
  claimBatch,
  claimDue,
  type ReceivedEvent,
  replayDeliveries,
  storeDeliveries,
} from '@signalpost/database/ledger'
import { createChannel, createRule } from '@signalpost/database/rules'
import { defaultCell, ruleDefinitionSchema } from '@signalpost/domain'
import { createLogger, createMetricsRegistry, type Periodic, runPeriodically } from '@signalpost/runtime'
import { allApiUrls, type SlackServer, startSlackServer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeEach, expect } from 'vitest'
import { applyDeliveries } from './jobs/apply-deliveries.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

// Applying and alerting share only the database. Here both run side by side, as in a worker.

const orgId = 'org_one'
const masterKey = randomBytes(32)
const logger = createLogger({ name: 'test', level: 'silent' })
const registry = createMetricsRegistry('test')
const metrics = createWorkerMetrics(registry)
let database: Database
let pool: Pool
let looking: Periodic
let slack: SlackServer
let alerting: Alerting
let channelId: string
let messagesBefore: number

test.beforeAll(async ({ testDatabase, database: openedDatabase, pool: openedPool }) => {
  slack = await startSlackServer({ messagesPerSecond: Number.POSITIVE_INFINITY })
  database = openedDatabase
  pool = openedPool
  await createWorkspace(database, {
    ...{ orgId, name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  await sql`update rules set enabled = false`.execute(database)
  ;({ channelId } = await createChannel(database, createSecretBox(masterKey), {
    ...{ orgId, kind: 'slack', name: 'Sales', settings: { channel: 'C0TEST' } },
    secrets: { botToken: 'xoxb-test', signingSecret: 'signing-secret' },
  }))
  const definition = ruleDefinitionSchema.parse({ channels: 'all', backfill: true })
  await createRule(database, { orgId, name: 'All', definition })
  alerting = startAlerting({
    config: {
      ...{
        databaseUrl: testDatabase.url,
        masterKeys: [masterKey] as const,
        cell: defaultCell,
        apiUrls: allApiUrls(slack.apiUrl),
        smtp: undefined,
      },
      ...{ publicUrl: 'http://127.0.0.1:4200', intakeUrl: 'http://127.0.0.1:4100' },
      consoleUrl: 'http://127.0.0.1:4400',
      allowedNetworks: { has: () => true },
    },
    ...{ logger, registry, nowMs: Date.now },
    onFault: () => () => undefined,
  })
  looking = runPeriodically({
    intervalMs: 100,
    work: async () => alerting.takeUp(await findDueWork(database, Date.now())),
    onError: () => undefined,
  })
})

afterAll(async () => {
  await looking.stop()
  await alerting.stop()
  await slack.close()
})

beforeEach(() => {
  messagesBefore = slack.messages.length
})

test('a redelivery, a replay and a changed document raise no second alert', async () => {
  const created = signalEvent('sig_1', 'evt_1')
  const batchIds = [await apply(created)]
  await expect.poll(() => slack.messages.length - messagesBefore).toBe(1)
  const again = { ...created, id: 'evt_other' }
  const changed = { ...signalEvent('sig_1', 'evt_later', 'Changed'), type: 'signal.updated' }
  for (const event of [created, again, changed]) batchIds.push(await apply(event))
  expect(new Set(batchIds).size).toBe(4)

  const { rows } = await sql<{ id: string }>`select delivery_id as id from deliveries`.execute(database)
  const replayed = await replayDeliveries(
    database,
    rows.map(({ id }) => id),
  )
  await sql`update deliveries set due_at = now()`.execute(database)
  const applying = { database, logger, metrics, maxAttempts: 3, nowMs: Date.now }
  const { applied } = await applyDeliveries(applying, (transaction) => claimDue(transaction, 100))
  expect(applied).toBe(replayed)
  expect(replayed).toBeGreaterThan(0)
  await everythingEvaluated()
  const alerts = await listAlerts(database, { orgId }, { limit: 10, nowMs: Date.now() })
  expect(alerts).toMatchObject([{ signalId: 'sig_1', status: 'sent', attempts: [{ outcome: 'sent' }] }])
  expect(slack.messages.length - messagesBefore).toBe(1)
})

test('a message shows what was pressed in it', async () => {
  await apply(signalEvent('sig_2', 'evt_2'))
  await expect.poll(() => slack.messages.length - messagesBefore).toBe(1)
  const message = slack.messages.at(-1)
  expect(JSON.stringify(message?.blocks)).not.toContain('Taken by')
  await expect
    .poll(async () => (await listAlerts(database, { orgId }, { limit: 1, nowMs: Date.now() }))[0]?.status)
    .toBe('sent')
  const at = new Date().toISOString()
  const assignedTo = { userId: 'usr_ann', at, by: 'usr_ann' }
  const pressed = {
    ...eventOf('slk_1', 'signal.assigned', { signalId: 'sig_2', assignedTo }),
    occurredAt: at,
  }
  await store(channelId, { eventId: pressed.id, type: pressed.type, event: pressed }, 'payload=')
  await expect.poll(() => JSON.stringify(message?.blocks)).toContain('Taken by someone')
})

type Event = ReturnType<typeof eventOf>

function eventOf(id: string, type: string, data: Record<string, unknown>) {
  return { id, type, occurredAt: new Date().toISOString(), orgId, data }
}

function signalEvent(id: string, eventId: string, title = 'We need help'): Event {
  const at = new Date(Date.now() - 60_000).toISOString()
  const texts = {
    title,
    excerpt: 'An excerpt.',
    rationale: 'Why.',
    url: 'https://example.com/',
    source: 'reddit',
  }
  const judged = { relevanceScore: 50, classification: 'relevant', matchedKeywords: [] }
  const signal = { id, orgId, listenerId: 'lst_1', postedAt: at, firstSeenAt: at, ...texts, ...judged }
  return eventOf(eventId, 'signal.created', { signal })
}

function apply(event: Event): Promise<string> {
  return store('src_one', { eventId: event.id, type: event.type }, JSON.stringify(event))
}

/** Stores one delivery and applies it, like intake and worker. */
async function store(sourceId: string, event: ReceivedEvent, body: string): Promise<string> {
  const nowMs = Date.now()
  const { batchId } = await storeDeliveries(
    pool,
    [
      {
        ...{ orgId, sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {} },
        ...{ body: Buffer.from(body), events: [event] },
      },
    ],
    { nowMs, dueAfterMs: 60_000 },
  )
  const applying = { database, logger, metrics, maxAttempts: 3, nowMs: Date.now }
  const { applied } = await applyDeliveries(applying, (transaction) => claimBatch(transaction, batchId))
  expect(applied).toBe(1)
  alerting.nudge()
  return batchId
}

async function everythingEvaluated(): Promise<void> {
  alerting.nudge()
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pending_changes`.execute(database)
      const pending = await sql`select from messages where status = 'pending'`.execute(database)
      return rows.length + pending.rows.length
    })
    .toBe(0)
}
