import { getJob, leaseJob, stopAbandonedJobs } from '@signalpost/database/acts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardDeliveriesAct } from '../delivery/delivery-jobs.ts'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addDeliveries, addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { runJob } from './run-job.ts'
import { stopJobAct } from './stop-job.ts'

const orgId = 'org_stops'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

test('a job stops although the process that runs it died or is slow, and the step at hand rolls back', async () => {
  await addWorkspace(services, orgId)
  await addDeliveries(services, orgId, 3)
  const input = { orgId, filter: { status: 'queued' as const } }
  const job = await performAct(services, { caller: admin, act: discardDeliveriesAct, input })
  if (job === undefined) throw new Error('There is nothing to discard.')
  const leased = await leaseJob(services.database, { leaseMs: 60_000, acts: [job.act], jobId: job.jobId })
  if (leased === undefined) throw new Error('The job cannot be leased.')
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const step = async () => {
    begin()
    return released
  }
  const { signal } = new AbortController()
  const running = runJob(services, { lease: leased, works: [{ act: job.act, step }], signal })
  await begun
  await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
  const sweepAndRead = async () => {
    await stopAbandonedJobs(services.database)
    return (await getJob(services.database, job)).state
  }
  await expect.poll(sweepAndRead, { timeout: 1_900, interval: 100 }).toBe('stopped')
  release(3)
  await running
  expect(await getJob(services.database, job)).toMatchObject({ state: 'stopped', done: 0, changed: 0 })
  const { rows } = await sql`select from job_items where job_id = ${job.jobId}`.execute(services.database)
  expect(rows).toEqual([])
})
