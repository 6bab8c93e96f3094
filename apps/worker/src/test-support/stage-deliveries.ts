import { randomBytes } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { claimBatch, type ReceivedRequest, storeDeliveries } from '@signalpost/database/ledger'
import { createLogger, createMetricsRegistry } from '@signalpost/runtime'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { applyDeliveries } from '../jobs/apply-deliveries.ts'
import { createWorkerMetrics } from '../worker-metrics.ts'

export const received = '2026-11-20T09:00:00.000Z'

type Stored = Awaited<ReturnType<typeof storeDeliveries>>
type Names = { orgId: string; sourceId: string }

export type DeliveriesStage = {
  database: Database
  dependencies: Parameters<typeof applyDeliveries>[0]
  store: (requests: ReceivedRequest[], dueAfterMs?: number) => Promise<Stored>
  applyBatch: (batchId: string, options?: { fill: number }) => Promise<number>
  ledgerOf: (sourceId: string) => Promise<LedgerRow[]>
  /** Returns the status of each delivery, and the record that it is about. */
  recordsOf: (sourceId: string) => Promise<[status: string, recordId: string | null][]>
  makeDue: () => Promise<void>
}

type LedgerRow = {
  delivery_id: string
  event_id: string
  status: string
  attempts: number
  error: string | null
  issues: unknown
}

/** Sets the scene for the tests of a file: a ledger, and what a worker applies it with. Its members are there once the tests run. */
export function stageDeliveries(): DeliveriesStage {
  const stage = { store, applyBatch, ledgerOf, recordsOf, makeDue } as DeliveriesStage // the rest follows below

  test.beforeAll(async ({ database, pool }) => {
    stage.database = database
    stage.dependencies = {
      database,
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: createWorkerMetrics(createMetricsRegistry('test')),
      maxAttempts: 3,
      nowMs: Date.now,
    }
    storeIn = (requests, dueAfterMs) => storeDeliveries(pool, requests, { nowMs: Date.now(), dueAfterMs })
  })

  let storeIn: (requests: ReceivedRequest[], dueAfterMs: number) => Promise<Stored>

  function store(requests: ReceivedRequest[], dueAfterMs = 60_000): Promise<Stored> {
    return storeIn(requests, dueAfterMs)
  }

  async function applyBatch(batchId: string, options?: { fill: number }): Promise<number> {
    const { applied } = await applyDeliveries(stage.dependencies, (transaction) =>
      claimBatch(transaction, batchId, options),
    )
    return applied
  }

  async function ledgerOf(sourceId: string): Promise<LedgerRow[]> {
    return stage.database
      .selectFrom('deliveries')
      .select(['delivery_id', 'event_id', 'status', 'attempts', 'error', 'issues'])
      .where('source_id', '=', sourceId)
      .orderBy('delivery_id')
      .execute()
  }

  async function recordsOf(sourceId: string): Promise<[status: string, recordId: string | null][]> {
    const { rows } = await sql<{ status: string; recordId: string | null }>`
      select status, record_id as "recordId" from deliveries
      where source_id = ${sourceId} order by delivery_id`.execute(stage.database)
    return rows.map(({ status, recordId }) => [status, recordId])
  }

  async function makeDue(): Promise<void> {
    await sql`update deliveries set due_at = now() where status = 'queued'`.execute(stage.database)
  }

  return stage
}

export function requestOf(events: unknown[], { orgId, sourceId }: Names): ReceivedRequest {
  return {
    orgId,
    sourceId,
    receivedAtMs: Date.parse(received),
    traceId: 'trace',
    signatureHeaders: {},
    body: Buffer.from(JSON.stringify(events.length === 1 ? events[0] : events)),
    events: (events as { id: string; type: string | null }[]).map(({ id, type }) => ({ eventId: id, type })),
  }
}

export function freshNames(): Names {
  const suffix = randomBytes(6).toString('hex')
  return { orgId: `org_${suffix}`, sourceId: `src_${suffix}` }
}

export function ping(id: string, orgId: string, members: object = {}) {
  return { id, type: 'ping', occurredAt: received, orgId, data: {}, ...members }
}

export function readEventOf(id: string, orgId: string, signalId = 'sig_1') {
  return { id, type: 'signal.read', occurredAt: received, orgId, data: { signalId, readAt: received } }
}
