import { updateWorkspace } from '@signalpost/database/access'
import { createJob, type Job, leaseJob, listOpenJobs } from '@signalpost/database/acts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { discardDeliveriesAct, replayDeliveriesAct } from '../delivery/delivery-jobs.ts'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addDeliveries, addWarehouse, addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { repairWarehouseAct, verifyWarehouseAct } from '../warehouse/jobs/warehouse-job-acts.ts'

let services: CaseServices
let close: () => Promise<void>
let workspaces = 0
let crowded: string
let other: string

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

beforeEach(async () => {
  workspaces += 1
  crowded = `org_crowded_${workspaces}`
  other = `org_other_${workspaces}`
  for (const orgId of [crowded, other]) await addWorkspace(services, orgId)
})

const verify = (warehouseId: string, limited = services) =>
  performAct(limited, { caller: admin, act: verifyWarehouseAct, input: { warehouseId } })

async function storeJobs(orgId: string, act: string, count: number): Promise<void> {
  await services.database.transaction().execute(async (transaction) => {
    for (let made = 0; made < count; made += 1) {
      await createJob(transaction, { orgId, act, input: {}, by: { kind: 'cli', id: 'test' }, total: 0 })
    }
  })
}

async function lease(act: string): Promise<string | undefined> {
  return (await leaseJob(services.database, { leaseMs: 60_000, acts: [act] }))?.job.orgId
}

test.for([1, 2])(
  'of 50 jobs of one workspace and one of another, the other is next with %i at once',
  async (atOnce) => {
    const act = `test.fair_${atOnce}`
    await storeJobs(crowded, act, 50)
    for (let running = 1; running < atOnce; running += 1) expect(await lease(act)).toBe(crowded)
    if (atOnce === 1) {
      // Its last job has just ended.
      expect(await lease(act)).toBe(crowded)
      await sql`
      update jobs set state = 'done', ended_at = now(), leased_until = null, lease_token = null
      where act = ${act} and state = 'running'`.execute(services.database)
    }
    await storeJobs(other, act, 1)
    expect(await lease(act)).toBe(other)
    expect(await lease(act)).toBe(crowded)
  },
)

test('120 verifications of a warehouse are one job that waits, also when asked for at once', async () => {
  const { warehouseId } = await addWarehouse(services, crowded)
  const one = await verify(warehouseId)
  const many = await Promise.all(Array.from({ length: 119 }, () => verify(warehouseId)))
  expect(new Set(many.map(({ jobId }) => jobId))).toEqual(new Set([one.jobId]))
  expect(await listOpenJobs(services.database, crowded)).toHaveLength(1)
  const rows =
    await sql`select from audit_log where org_id = ${crowded} and act = 'warehouse.verify'`.execute(
      services.database,
    )
  expect(rows.rows).toHaveLength(1)

  await leaseJob(services.database, { leaseMs: 60_000, acts: ['warehouse.verify'], jobId: one.jobId })
  const next = await verify(warehouseId)
  expect(next.jobId).not.toBe(one.jobId)
  const repair = await performAct(services, {
    caller: admin,
    act: repairWarehouseAct,
    input: { warehouseId },
  })
  expect(repair.jobId).not.toBe(next.jobId)
})

test('a replay that a waiting one covers is that one; what came later is a job of its own', async () => {
  await addDeliveries(services, crowded, 3, 'dead')
  const replay = (): Promise<Job | undefined> => {
    const input = { orgId: crowded, filter: { status: 'dead' as const } }
    return performAct(services, { caller: admin, act: replayDeliveriesAct, input })
  }
  const first = await replay()
  expect((await replay())?.jobId).toBe(first?.jobId)
  await addDeliveries(services, crowded, 1, 'dead')
  const second = await replay()
  expect(second).toMatchObject({ total: 4 })
  expect(second?.jobId).not.toBe(first?.jobId)
  const input = { orgId: crowded, filter: { status: 'dead' as const } }
  const discard = await performAct(services, { caller: admin, act: discardDeliveriesAct, input })
  expect(discard?.jobId).not.toBe(second?.jobId)
})

test('a workspace has five open jobs, or as many as it may, and an error names the limit', async () => {
  const limited = { ...services, workspaceLimits: { openJobs: 5, listeners: 5 } }
  const warehouses = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((nth) => addWarehouse(services, crowded, `place ${nth}`)),
  )
  const [first, ...others] = warehouses.map(({ warehouseId }) => warehouseId)
  const last = others.slice(4)
  for (const warehouseId of others.slice(0, 4)) await verify(warehouseId, limited)
  const waiting = await verify(first ?? '', limited)
  for (const warehouseId of last) {
    await expect(verify(warehouseId, limited)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The workspace has 5 open jobs, and may have no more. Wait until one ends, or stop one.',
    })
  }
  expect((await verify(first ?? '', limited)).jobId).toBe(waiting.jobId)
  await addDeliveries(services, crowded, 1, 'dead')
  const input = { orgId: crowded, filter: { status: 'dead' as const } }
  await expect(performAct(limited, { caller: admin, act: replayDeliveriesAct, input })).rejects.toMatchObject(
    { code: 'conflict' },
  )
  expect(await listOpenJobs(services.database, crowded)).toHaveLength(5)

  const { warehouseId: theirs } = await addWarehouse(services, other)
  expect(await verify(theirs, limited)).toMatchObject({ state: 'waiting' })
  await updateWorkspace(services.database, crowded, { mostOpenJobs: 6 })
  expect(await verify(last[0] ?? '', limited)).toMatchObject({ state: 'waiting' })
  await expect(verify(last[1] ?? '', limited)).rejects.toThrow('has 6 open jobs')
})
