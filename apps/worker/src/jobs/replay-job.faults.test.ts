import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { performAct } from '@signalpost/administration'
import { replayDeliveriesAct } from '@signalpost/administration/delivery'
import { stopJobAct } from '@signalpost/administration/jobs'
import { createSecretBox, type Database, type DatabasePool } from '@signalpost/database'
import { createSource, createWorkspace } from '@signalpost/database/access'
import { getJob, type Job } from '@signalpost/database/acts'
import { countDeliveries, storeDeliveries } from '@signalpost/database/ledger'
import { defaultCell } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'

const deliveries = 30_000
const orgId = 'org_replays'
const filter = { status: 'dead' as const }
const caller = {
  actor: { kind: 'cli', id: 'test' },
  role: 'admin',
  isOperator: true,
  address: null,
  requestId: null,
} as const
const masterKey = randomBytes(32)
const timeoutMs = 600_000
const endMs = 120_000

let databaseUrl: string
let database: Database
let pool: DatabasePool
let worker: ChildProcess | undefined

test.beforeAll(async ({ testDatabase, connection }) => {
  databaseUrl = testDatabase.url
  ;({ database, pool } = connection)
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
  await storeMany()
  // Every replay of a dead delivery leaves a row.
  await pool.query(`
    create table replayed (delivery_id text);
    create function record_replay() returns trigger language plpgsql as $$
    begin
      insert into replayed values (new.delivery_id);
      return null;
    end $$;
    create trigger record_replay after update of status on deliveries for each row
      when (old.status = 'dead' and new.status = 'queued') execute function record_replay()`)
}, timeoutMs)

beforeEach(async () => {
  await pool.query("update deliveries set status = 'dead', settled_at = now()")
  await pool.query('truncate replayed')
}, timeoutMs)

afterEach(() => killWorker())

test(
  'a job of 30,000 replays whose worker is killed twice replays each delivery once',
  async () => {
    const preview = await countDeliveries(database, { orgId, ...filter })
    expect(preview).toBe(deliveries)
    const job = await createReplay()
    expect(job.total).toBe(preview)
    for (const share of [0.3, 0.6]) {
      startWorker()
      await until(job, ({ done }) => done >= deliveries * share)
      await killWorker()
      const { state, done } = await getJob(database, job)
      expect(state).toBe('running')
      expect(done).toBeLessThan(deliveries)
    }
    startWorker()
    const ended = await until(job, ({ endedAt }) => endedAt !== null)
    expect(ended).toMatchObject({
      state: 'done',
      total: preview,
      done: preview,
      changed: preview,
      error: null,
    })
    const { rows } = await sql<{ replays: number; deliveries: number }>`
      select count(*)::int as replays, count(distinct delivery_id)::int as deliveries from replayed`.execute(
      database,
    )
    expect(rows).toEqual([{ replays: deliveries, deliveries }])
  },
  timeoutMs,
)

test(
  'a job of 30,000 replays stops long before its end, and keeps what it did',
  async () => {
    const job = await createReplay()
    startWorker()
    await until(job, ({ done }) => done > 0)
    await performAct(services(), { caller, act: stopJobAct, input: { jobId: job.jobId } })
    const { state, done, changed } = await until(job, ({ endedAt }) => endedAt !== null)
    expect({ state, changed }).toEqual({ state: 'stopped', changed: done })
    expect(done).toBeLessThan(deliveries)
    const { rows } = await sql<{ seconds: number; replays: number }>`
      select extract(epoch from ended_at - stop_requested_at)::float8 as seconds,
        (select count(*)::int from replayed) as replays
      from jobs where job_id = ${job.jobId}`.execute(database)
    expect(rows).toEqual([{ seconds: expect.any(Number), replays: done }])
    expect(rows[0]?.seconds).toBeLessThan(2)
    // A slow step from which the job was taken removes its items once it has rolled back.
    const items = async () => (await pool.query('select from job_items')).rowCount
    await expect.poll(items, { timeout: endMs }).toBe(0)
  },
  timeoutMs,
)

function services() {
  const workspaceLimits = { openJobs: 100, listeners: 100 }
  return {
    ...{ database, secretBox: createSecretBox(masterKey), cell: defaultCell, nowMs: Date.now },
    workspaceLimits,
  }
}

async function createReplay(): Promise<Job> {
  const job = await performAct(services(), { caller, act: replayDeliveriesAct, input: { orgId, filter } })
  if (job === undefined) throw new Error('There is nothing to replay.')
  return job
}

async function until({ jobId }: Job, isReached: (job: Job) => boolean): Promise<Job> {
  const read = () => getJob(database, { jobId })
  await expect.poll(async () => isReached(await read()), { timeout: endMs, interval: 20 }).toBe(true)
  return read()
}

function startWorker(): void {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    SIGNALPOST_MASTER_KEY: masterKey.toString('base64'),
    SIGNALPOST_WORKER_PORT: '0',
    SIGNALPOST_HOST: '127.0.0.1',
  }
  worker = spawn(process.execPath, [programOf('worker')], { env, stdio: 'ignore' })
}

async function killWorker(): Promise<void> {
  if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

/** Stores the deliveries, 500 in a request. */
async function storeMany(): Promise<void> {
  const workspace = { orgId, name: orgId, plan: 'standard', accountIntelligence: false, analysisAllowance: 1 }
  await createWorkspace(database, workspace)
  const { sourceId } = await createSource(database, createSecretBox(masterKey), {
    ...{ orgId, name: 'Source', scheme: 'service-v1', settings: {} },
    ...{ toleranceSeconds: 300, ratePerMinute: null, secret: `whsec_${randomBytes(24).toString('base64')}` },
  })
  const occurredAt = new Date().toISOString()
  for (let from = 0; from < deliveries; from += 500) {
    const events = Array.from({ length: 500 }, (_, index) => ({
      ...{ id: `evt_${from + index}`, type: 'ping', occurredAt, orgId, data: {} },
    }))
    const request = {
      ...{ orgId, sourceId, receivedAtMs: Date.now(), traceId: 'trace', signatureHeaders: {} },
      body: Buffer.from(JSON.stringify(events)),
      events: events.map(({ id, type }) => ({ eventId: id, type })),
    }
    await storeDeliveries(pool, [request], { nowMs: Date.now(), dueAfterMs: 86_400_000 })
  }
}
