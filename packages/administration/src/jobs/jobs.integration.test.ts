import { getJob, type Job, leaseJob } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import { createLogger } from '@signalpost/runtime'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveryJobWorks, discardDeliveriesAct, replayDeliveriesAct } from '../delivery/delivery-jobs.ts'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addDeliveries, addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import type { JobWork } from './define-job.ts'
import { runJob } from './run-job.ts'
import { startJobs } from './start-jobs.ts'
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

test('a job acts on what matched when it was created, and on nothing that came later', async () => {
  await addDeliveries(services, orgId, 1_200)
  const job = await discardQueued()
  expect(job).toMatchObject({ state: 'waiting', total: 1_200, done: 0 })
  await addDeliveries(services, orgId, 10)
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done', done: 1_200, changed: 1_200 })
  expect(await countBy('status')).toEqual({ ignored: 1_200, queued: 10 })
})

test('a job whose process died is continued by another, and acts on each delivery once', async () => {
  await addDeliveries(services, orgId, 1_600)
  const job = await discardQueued()
  const acted: string[] = []
  for (const killedAfter of [1, 2]) {
    const dying = counting(acted, killedAfter)
    await expect(lease(job, dying)).rejects.toThrow('killed')
    // As the lease of a process that is gone.
    await sql`update jobs set leased_until = now(), due_at = now() where job_id = ${job.jobId}`.execute(
      services.database,
    )
  }
  const { state, done, total } = await lease(job, counting(acted, Number.POSITIVE_INFINITY))
  expect({ state, done, total }).toEqual({ state: 'done', done: 1_600, total: 1_600 })
  expect(acted).toHaveLength(1_600)
  expect(new Set(acted).size).toBe(1_600)
})

test('a process that lost its lease rolls its step back', async () => {
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

test('a running job stops after its step, and keeps what it did', async () => {
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
  expect(await lease(job, works)).toMatchObject({ state: 'stopped', done: 500, total: 1_600 })
  const { rows } = await sql`select from job_items where job_id = ${job.jobId}`.execute(services.database)
  expect(rows).toEqual([])
})

test('a waiting job stops at once', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const stopped = await performAct(services, { caller: admin, act: stopJobAct, input: { jobId } })
  expect(stopped).toMatchObject({ state: 'stopped', done: 0 })
  expect(
    await leaseJob(services.database, { leaseMs: 1_000, acts: [discardDeliveriesAct.name], jobId }),
  ).toBeUndefined()
})

test('a job that fails says why, and the others go on', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const works: JobWork[] = [
    { act: discardDeliveriesAct.name, step: () => Promise.reject(new Error('broken')) },
  ]
  const failed = await lease(job, works)
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('see the log'), done: 0 })
})

test('a fault of the store leaves a job to be tried again', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const gone = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  await lease(job, [{ act: discardDeliveriesAct.name, step: () => Promise.reject(gone) }])
  await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done', done: 3 })
})

test('a refusal that a fault of another store caused ends the job with its words', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  const cause = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const refusal = new RejectedError('conflict', 'The target is away.', { cause })
  const failed = await lease(job, [{ act: job.act, step: () => Promise.reject(refusal) }])
  expect(failed).toMatchObject({ state: 'failed', error: 'The target is away.' })
})

test('a job of an act that a version does not know waits for one that does', async () => {
  await addDeliveries(services, orgId, 3)
  const job = await discardQueued()
  expect(
    await leaseJob(services.database, { leaseMs: 1_000, acts: ['delivery.replay'], jobId: job.jobId }),
  ).toBeUndefined()
  expect(await lease(job, deliveryJobWorks)).toMatchObject({ state: 'done' })
})

test('the process that waits takes its job up again after a fault of the store', async () => {
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
  const ended = await waitForJob(services, { jobId, works, onProgress: () => undefined })
  expect(ended).toMatchObject({ state: 'done', changed: 3 })
  expect(tries).toBe(2)
})

test('the process that waits throws a fault of its own', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const works: JobWork[] = [
    { act: discardDeliveriesAct.name, step: () => Promise.reject(new TypeError('a bug')) },
  ]
  await expect(waitForJob(services, { jobId, works, onProgress: () => undefined })).rejects.toThrow('a bug')
})

test('nothing to do makes no job', async () => {
  const input = { orgId, filter: { status: 'dead' as const } }
  expect(await performAct(services, { caller: admin, act: replayDeliveriesAct, input })).toBeUndefined()
})

test('workers take jobs from each other, and the one that waits sees its progress', async () => {
  await addDeliveries(services, orgId, 700)
  const options = {
    services,
    works: deliveryJobWorks,
    logger,
    onFault: (error: unknown) => expect.unreachable(String(error)),
  }
  const workers = [startJobs(options), startJobs(options)]
  const job = await discardQueued()
  const seen: number[] = []
  const waiting = { jobId: job.jobId, works: [], onProgress: ({ done }: Job) => void seen.push(done) }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'done', changed: 700 })
  expect(seen.at(-1)).toBe(700)
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('the process that waits runs the job where no worker does', async () => {
  await addDeliveries(services, orgId, 3)
  const { jobId } = await discardQueued()
  const waiting = { jobId, works: deliveryJobWorks, onProgress: () => undefined }
  expect(await waitForJob(services, waiting)).toMatchObject({ state: 'done', changed: 3 })
})

test('work in one piece reports its progress and what it found', async () => {
  const job = await createWhole()
  const works: JobWork[] = [
    {
      act: job.act,
      run: async (_services, { onProgress }) => {
        onProgress({ done: 7, total: 7 })
        return { equal: true }
      },
    },
  ]
  expect(await lease(job, works)).toMatchObject({ state: 'done', done: 7, total: 7, result: { equal: true } })
})

test('work in one piece is told to end when the job is stopped', async () => {
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

async function discardQueued(): Promise<Job> {
  const input = { orgId, filter: { status: 'queued' as const } }
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
  if (leased === undefined) throw new Error('The job is not to be had.')
  const fault = await runJob(services, { lease: leased, works, signal })
  if (fault instanceof Error && fault.message === 'killed') throw fault
  return getJob(services.database, { jobId })
}

/** Work that notes what it acts on and dies, uncommitted, in the step after the given number of steps. */
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
