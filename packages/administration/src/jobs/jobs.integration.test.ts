import { findDueWork } from '@signalpost/database'
import { getJob, type Job, leaseJob } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import { createLogger, runPeriodically } from '@signalpost/runtime'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveryJobWorks, discardDeliveriesAct, replayDeliveriesAct } from '../delivery/delivery-jobs.ts'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addDeliveries, addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import type { JobWork } from './define-job.ts'
import { JobInterrupted } from './job-errors.ts'
import { runJob } from './run-job.ts'
import { createJobLane, type JobLane, startJobs } from './start-jobs.ts'
import { stopJobAct } from './stop-job.ts'
import { waitForJob } from './wait-for-job.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const { signal } = new AbortController()
let services: CaseServices
let close: () => Promise<void>
let orgId: string
let workspaces = 0

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

beforeEach(async () => {
  workspaces += 1
  orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
})

test('a job acts on what matched when it was created, not on what came later', async () => {
  await addDeliveries(services, orgId, 1_200)
  const job = await discardQueued()
  expect(job).toMatchObject({ state: 'waiting', total: 1_200, done: 0 })
  await addDeliveries(services, orgId, 10)
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done', done: 1_200, changed: 1_200 })
  expect(await countBy('status')).toEqual({ ignored: 1_200, queued: 10 })
})

test('another process continues a job whose process died, and acts on each delivery once', async () => {
  await addDeliveries(services, orgId, 1_600)
  const job = await discardQueued()
  const acted: string[] = []
  for (const killedAfter of [1, 2]) {
    const dying = counting(acted, killedAfter)
    await expect(lease(job, dying)).rejects.toThrow('killed')
    // The lease of a dead process ends like this.
    await sql`update jobs set leased_until = now(), due_at = now() where job_id = ${job.jobId}`.execute(
      services.database,
    )
  }
  const { state, done, total } = await lease(job, counting(acted, Number.POSITIVE_INFINITY))
  expect({ state, done, total }).toEqual({ state: 'done', done: 1_600, total: 1_600 })
  expect(acted).toHaveLength(1_600)
  expect(new Set(acted).size).toBe(1_600)
})

test('a process that lost its lease rolls back its step', async () => {
  await addDeliveries(services, orgId, 600)
  const job = await discardQueued()
  const works: JobWork[] = [
    {
      act: discardDeliveriesAct.name,
      step: async (_transaction, { itemIds }) => {
        await sql`update jobs set lease_token = gen_random_uuid() where job_id = ${job.jobId}`.execute(
          services.database,
        )
        return itemIds.length
      },
    },
  ]
  expect(await lease(job, works)).toMatchObject({ state: 'running', done: 0, changed: 0 })
  const { rows } = await sql`select from job_items where job_id = ${job.jobId}`.execute(services.database)
  expect(rows).toHaveLength(600)
})

test('a running job stops after its step and keeps what it did', async () => {
  await addDeliveries(services, orgId, 1_600)
  const job = await discardQueued()
  const works: JobWork[] = [
    {
      act: discardDeliveriesAct.name,
      step: async (_transaction, { itemIds }) => {
        await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
        return itemIds.length
      },
    },
  ]
  expect(await lease(job, works)).toMatchObject({ state: 'stopped', done: 100, total: 1_600 })
  const { rows } = await sql`select from job_items where job_id = ${job.jobId}`.execute(services.database)
  expect(rows).toEqual([])
})

test('a waiting job stops at once and drops its items', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const stopped = await performAct(services, { caller: admin, act: stopJobAct, input: { jobId } })
  expect(stopped).toMatchObject({ state: 'stopped', done: 0 })
  expect(
    await leaseJob(services.database, { leaseMs: 1_000, acts: [discardDeliveriesAct.name], jobId }),
  ).toBeUndefined()
  const { rows } = await sql`select from job_items where job_id = ${jobId}`.execute(services.database)
  expect(rows).toEqual([])
})

test('a job that fails says why', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const works: JobWork[] = [
    { act: discardDeliveriesAct.name, step: () => Promise.reject(new Error('broken')) },
  ]
  const failed = await lease(job, works)
  expect(failed).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('see the log'),
    errorCode: 'internal',
    done: 0,
  })
})

test('a job is retried after a fault of the store', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const gone = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  await lease(job, [{ act: discardDeliveriesAct.name, step: () => Promise.reject(gone) }])
  await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done', done: 3 })
})

test('a refusal ends the job with its code and message, whatever caused it', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const cause = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const refusal = new RejectedError('conflict', 'The target is away.', { cause })
  const failed = await lease(job, [{ act: job.act, step: () => Promise.reject(refusal) }])
  expect(failed).toMatchObject({ state: 'failed', error: 'The target is away.', errorCode: 'conflict' })
})

test('a job of an unknown act waits for a version that knows it', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  expect(
    await leaseJob(services.database, { leaseMs: 1_000, acts: ['delivery.replay'], jobId: job.jobId }),
  ).toBeUndefined()
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done' })
})

test('the waiting process continues its job after a fault of the store', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  let tries = 0
  const works: JobWork[] = [
    {
      act: discardDeliveriesAct.name,
      step: async (_transaction, { itemIds }) => {
        tries += 1
        if (tries === 1) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
        return itemIds.length
      },
    },
  ]
  const ended = await waitForJob(services, {
    ...{ jobId, works, workerPatienceMs: 0 },
    onProgress: () => undefined,
  })
  expect(ended).toMatchObject({ state: 'done', changed: 3 })
  expect(tries).toBe(2)
})

test('the waiting process throws an error of its own', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const works: JobWork[] = [
    { act: discardDeliveriesAct.name, step: () => Promise.reject(new TypeError('a bug')) },
  ]
  const waiting = { jobId, works, onProgress: () => undefined, workerPatienceMs: 0 }
  await expect(waitForJob(services, waiting)).rejects.toThrow('a bug')
})

test('the waiting process sees the progress of jobs that several workers run', async () => {
  await addDeliveries(services, orgId, 700)
  const lanes = [createJobLane({ services, works: deliveryJobWorks, atOnce: 2 })]
  const workers = [startWorker(lanes), startWorker(lanes)]
  const job = await discardQueued()
  const seen: number[] = []
  const waiting = { jobId: job.jobId, works: [], onProgress: ({ done }: Job) => void seen.push(done) }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'done', changed: 700 })
  expect(seen.at(-1)).toBe(700)
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('the waiting process runs the job if no worker does', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const waiting = { jobId, works: deliveryJobWorks, onProgress: () => undefined, workerPatienceMs: 0 }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'done', changed: 3 })
})

test('work in one piece reports its progress and what it found', async () => {
  const job = await createWhole()
  const works: JobWork[] = [
    {
      act: job.act,
      run: async (_services, { onProgress }) => {
        onProgress({ done: 7, total: 7, changed: 2 })
        return { equal: true }
      },
    },
  ]
  expect(await lease(job, works)).toMatchObject({
    ...{ state: 'done', done: 7, total: 7, changed: 2 },
    result: { equal: true },
  })
})

test('work in one piece is aborted when its job is stopped', async () => {
  const job = await createWhole()
  const works: JobWork[] = [
    {
      act: job.act,
      run: async (_services, { signal: ending }) => {
        await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
        return new Promise((_resolve, reject) =>
          ending.addEventListener('abort', () => reject(new Error('ended'))),
        )
      },
    },
  ]
  expect(await lease(job, works)).toMatchObject({ state: 'stopped' })
})

test('a stopped job ends while its work is still busy', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const job = await createWhole()
  const run = () => {
    begin()
    return released
  }
  const running = lease(job, [{ act: job.act, run }])
  await begun
  await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
  await expect.poll(async () => (await getJob(services.database, job)).state).toBe('stopped')
  release()
  expect(await running).toMatchObject({ state: 'stopped', result: null })
})

test('a job that was asked to stop does not continue when its process died', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  await leaseJob(services.database, { leaseMs: 60_000, acts: [job.act], jobId: job.jobId })
  await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
  expect(await getJob(services.database, job)).toMatchObject({ state: 'running' })
  await sql`update jobs set leased_until = now() where job_id = ${job.jobId}`.execute(services.database)
  const waiting = {
    jobId: job.jobId,
    works: deliveryJobWorks,
    onProgress: () => undefined,
    workerPatienceMs: 0,
  }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'stopped', done: 0 })
})

test('work in one piece finds its checkpoint when it runs again', async () => {
  const job = await createWhole()
  const found: unknown[] = []
  const works: JobWork[] = [
    {
      act: job.act,
      run: async (_services, { job: { checkpoint }, onProgress }) => {
        found.push(checkpoint)
        if (checkpoint !== null) return undefined
        onProgress({ done: 1, total: 2, changed: 0, checkpoint: { next: 'b', after: 'a' } })
        await expect.poll(async () => (await getJob(services.database, job)).done).toBe(1)
        throw new JobInterrupted('later')
      },
    },
  ]
  await lease(job, works)
  await lease(job, works)
  expect(found).toEqual([null, { next: 'b', after: 'a' }])
})

test('a result keeps the order of its members', async () => {
  const job = await createWhole()
  const result = { zebra: 1, a: { second: 2, b: 3 } }
  const { result: stored } = await lease(job, [{ act: job.act, run: async () => result }])
  expect(JSON.stringify(stored)).toBe(JSON.stringify(result))
})

test('a full lane does not delay another lane', async () => {
  await addDeliveries(services, orgId, 3, 'dead')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow: JobWork[] = [{ act: replayDeliveriesAct.name, run: () => released }]
  const worker = startWorker([
    createJobLane({ services, works: slow, atOnce: 1 }),
    createJobLane({
      services,
      works: deliveryJobWorks.filter(({ act }) => act === discardDeliveriesAct.name),
      atOnce: 1,
    }),
  ])
  const input = { orgId, filter: { status: 'dead' as const } }
  const replays = [await replay(input)]
  await addDeliveries(services, orgId, 1, 'dead')
  replays.push(await replay(input))
  const { jobId } = await discardAll('dead')
  const waiting = { jobId, works: [], onProgress: () => undefined }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'done', changed: 4 })
  const states = await Promise.all(replays.map(async (job) => (await getJob(services.database, job)).state))
  expect(states).toEqual(['running', 'waiting'])
  release()
  await worker.stop()
})

async function replay(input: { orgId: string; filter: { status: 'dead' } }): Promise<Job> {
  const job = await performAct(services, { caller: admin, act: replayDeliveriesAct, input })
  if (job === undefined) throw new Error('There is nothing to replay.')
  return job
}

function startWorker(lanes: readonly JobLane[]) {
  const { database } = services
  const onFault = (error: unknown) => expect.unreachable(String(error))
  const jobs = startJobs({ database, lanes, logger, onFault })
  const work = async () => jobs.takeUp(await findDueWork(database, Date.now()))
  const looking = runPeriodically({ intervalMs: 100, work, onError: onFault })
  return { stop: () => looking.stop().then(jobs.stop) }
}

const discardQueued = () => discardAll('queued')

async function discardAll(status: 'queued' | 'dead'): Promise<Job> {
  const input = { orgId, filter: { status } }
  const job = await performAct(services, { caller: admin, act: discardDeliveriesAct, input })
  if (job === undefined) throw new Error('There is nothing to discard.')
  return job
}

async function createWhole(): Promise<Job> {
  await addDeliveries(services, orgId, 1)
  return discardQueued()
}

/** Runs a job as a worker would and returns the job as it is then. */
async function lease({ jobId }: Job, works: readonly JobWork[]): Promise<Job> {
  const leased = await leaseJob(services.database, {
    leaseMs: 60_000,
    acts: works.map(({ act }) => act),
    jobId,
  })
  if (leased === undefined) throw new Error('The job cannot be leased.')
  const fault = await runJob(services, { lease: leased, works, signal })
  if (fault instanceof Error && fault.message === 'killed') throw fault
  return getJob(services.database, { jobId })
}

/** Work that records what it acts on and dies, uncommitted, in the step after the given number of steps. */
function counting(acted: string[], stepsUntilDeath: number): JobWork[] {
  let steps = 0
  return [
    {
      act: discardDeliveriesAct.name,
      step: async (_transaction, { itemIds }) => {
        if (steps === stepsUntilDeath) throw Object.assign(new Error('killed'), { code: 'ECONNRESET' })
        steps += 1
        acted.push(...itemIds)
        return itemIds.length
      },
    },
  ]
}

async function countBy(column: 'status'): Promise<Record<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(column)} as value, count(*)::int as count from deliveries where org_id = ${orgId} group by 1`.execute(
    services.database,
  )
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}
