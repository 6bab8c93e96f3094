import { getJob, type Job, leaseJob } from '@signalpost/database/acts'
import { leaseWarehouse } from '@signalpost/database/warehouses'
import { type Target, type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Performed } from '../../define-operation.ts'
import { runJob } from '../../jobs/run-job.ts'
import { stopJobAct } from '../../jobs/stop-job.ts'
import { performAct } from '../../perform-act.ts'
import type { CaseServices } from '../../test-support/act-case.ts'
import { addWarehouse, addWorkspace } from '../../test-support/act-cases.ts'
import { admin } from '../../test-support/callers.ts'
import { openServices } from '../../test-support/open-services.ts'
import { pauseWarehouseAct, resumeWarehouseAct } from '../switch-warehouse.ts'
import { backfillWarehouseAct, planBackfillRead } from './backfill-acts.ts'
import { repairWarehouseAct, syncWarehouseAct, verifyWarehouseAct } from './warehouse-job-acts.ts'
import { warehouseJobWorks } from './warehouse-job-works.ts'

const notes = 5
let services: CaseServices
let close: () => Promise<void>
let orgId: string
let warehouseId: string
let workspaces = 0

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

beforeEach(async () => {
  workspaces += 1
  orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
  ;({ warehouseId } = await addWarehouse(services, orgId))
  await sql`
    insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
    select ${orgId}, 'note_' || i, 'signal', 'sig_1', 'A note', now(), 'usr_1'
    from generate_series(1, ${notes}::int) as i`.execute(services.database)
})

test('a sync job acts on the rows that the warehouse lacks when the job is created', async () => {
  expect(await run(await create(syncWarehouseAct))).toMatchObject({
    ...{ state: 'done', total: notes, done: notes, changed: notes },
    result: { rows: { notes }, lagRows: 0 },
  })
  expect(await create(syncWarehouseAct)).toMatchObject({ total: 0 })
})

test('a sync or a backfill that leaves the warehouse degraded by refused rows fails, with the reason and what was written', async () => {
  const refuses: Meddling['commit'] = (next, batch) =>
    batch.table.name === 'notes' ? Promise.reject(new Error('It is too long.')) : next(batch)
  const kind = { ...meddledKind({ commit: refuses }), faultOf: () => 'data' as const }
  for (const act of [syncWarehouseAct, backfillWarehouseAct]) {
    expect(await run(await create(act), { on: { ...services, kinds: [kind] } })).toMatchObject({
      ...{ state: 'failed', errorCode: 'unavailable' },
      error: `The warehouse is degraded: The warehouse refuses ${notes} rows of notes (It is too long.).`,
    })
  }
  expect(await run(await create(syncWarehouseAct))).toMatchObject({ state: 'done', changed: notes })
})

test('verify names what differs and repair sends it again', async () => {
  await run(await create(syncWarehouseAct))
  await meddle('delete from notes where id = $1', ['note_3'])
  const found = { sourceRows: notes, targetRows: notes - 1, differing: ['note_3'] }
  expect(await run(await create(verifyWarehouseAct))).toMatchObject({
    ...{ state: 'done', total: notes, done: notes, changed: 0 },
    result: { equal: false, repaired: 0, tables: { notes: found } },
  })
  expect(await run(await create(repairWarehouseAct))).toMatchObject({
    ...{ state: 'done', done: notes, changed: 1 },
    result: { equal: true, repaired: 1 },
  })
})

test('a backfill whose process stopped continues from its cursor', async () => {
  await run(await create(syncWarehouseAct))
  const froms: bigint[] = []
  const dying = new AbortController()
  const kind = meddledKind({
    commit: async (next, batch) => {
      if (batch.table.name === 'notes') froms.push(batch.from)
      await next(batch)
      if (froms.length === 2) dying.abort()
    },
  })
  const job = await create(backfillWarehouseAct)
  const limits = { rows: 2, bytes: 1_000_000 }
  const withKind = { ...services, kinds: [kind], limits }
  expect(await run(job, { on: withKind, signal: dying.signal })).toMatchObject({ state: 'running' })
  expect(froms).toHaveLength(2)
  await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
  expect(await run(job, { on: withKind })).toMatchObject({
    ...{ state: 'done', total: notes, done: notes, changed: notes },
    result: { warehouseId, rows: { notes }, rejected: 0 },
  })
  expect(froms.filter((from) => from === 0n)).toHaveLength(1)
  expect(froms).toHaveLength(3)
})

test('a job stops while another process keeps the warehouse', async () => {
  await leaseWarehouse(services.database, { warehouseId, leaseMs: 60_000, allowsPaused: false })
  const job = await create(syncWarehouseAct)
  const running = run(job)
  await expect.poll(async () => (await getJob(services.database, job)).isLeased).toBe(true)
  await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
  expect(await running).toMatchObject({ state: 'stopped', done: 0 })
})

test('a job stops while the warehouse takes long over a batch', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const kind = meddledKind({
    commit: async () => {
      reach()
      await released
    },
  })
  const job = await create(syncWarehouseAct)
  const running = run(job, { on: { ...services, kinds: [kind] } })
  await reached
  await performAct(services, { caller: admin, act: stopJobAct, input: { jobId: job.jobId } })
  await expect.poll(async () => (await getJob(services.database, job)).state).toBe('stopped')
  release()
  expect(await running).toMatchObject({ state: 'stopped' })
})

test('a fault of the warehouse fails the job with its reason', async () => {
  const kind = meddledKind({ commit: () => Promise.reject(new Error('The disk is full.')) })
  expect(await run(await create(syncWarehouseAct), { on: { ...services, kinds: [kind] } })).toMatchObject({
    state: 'failed',
    errorCode: 'unavailable',
    error: 'The warehouse is degraded: The disk is full.',
  })
})

test('a paused warehouse refuses a sync and a backfill, and can be compared', async () => {
  await run(await create(syncWarehouseAct))
  await performAct(services, { caller: admin, act: pauseWarehouseAct, input: { warehouseId } })
  for (const act of [syncWarehouseAct, backfillWarehouseAct]) {
    await expect(create(act)).rejects.toMatchObject({ code: 'conflict' })
  }
  expect(await run(await create(verifyWarehouseAct))).toMatchObject({
    state: 'done',
    result: { equal: true },
  })
})

test('a warehouse that is paused after its job was created refuses the job', async () => {
  const job = await create(backfillWarehouseAct)
  await performAct(services, { caller: admin, act: pauseWarehouseAct, input: { warehouseId } })
  expect(await run(job)).toMatchObject({ state: 'failed', errorCode: 'conflict' })
})

test('a backfill waits while the warehouse is paused, and continues where it was', async () => {
  await run(await create(syncWarehouseAct))
  const froms: bigint[] = []
  const stopping = new AbortController()
  const kind = meddledKind({
    commit: async (next, batch) => {
      if (batch.table.name === 'notes') froms.push(batch.from)
      await next(batch)
      if (froms.length === 1) stopping.abort()
    },
  })
  const withKind = { ...services, kinds: [kind], limits: { rows: 2, bytes: 1_000_000 } }
  const job = await create(backfillWarehouseAct)
  await run(job, { on: withKind, signal: stopping.signal })
  await performAct(services, { caller: admin, act: pauseWarehouseAct, input: { warehouseId } })
  for (const _ of [1, 2]) {
    await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
    expect(await run(job, { on: withKind })).toMatchObject({ state: 'running' })
  }
  await performAct(services, { caller: admin, act: resumeWarehouseAct, input: { warehouseId } })
  await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
  expect(await run(job, { on: withKind })).toMatchObject({
    ...{ state: 'done', done: notes, changed: notes, result: { rows: { notes }, isContinued: true } },
  })
  expect(froms.filter((from) => from === 0n)).toHaveLength(1)
  expect(await run(await create(backfillWarehouseAct))).toMatchObject({ result: { isContinued: false } })
})

test('a backfill of a time sends the rows of that time alone, as its plan says', async () => {
  await run(await create(syncWarehouseAct))
  await sql`
    update notes set created_at = ('2020-01-0' || right(note_id, 1) || 'T12:00:00Z')::timestamptz
    where org_id = ${orgId}`.execute(services.database)
  await run(await create(syncWarehouseAct))
  await meddle(`update notes set body = 'forged'`, [])
  const range = { from: '2020-01-02T00:00:00.000Z', to: '2020-01-04T00:00:00.000Z' }
  const plan = await planBackfillRead.perform(services, { caller: admin, input: { warehouseId, ...range } })
  expect(plan).toMatchObject({ rows: 2, bytes: expect.any(Number), seconds: null })
  expect(plan.tables).toContainEqual({ table: 'notes', rows: 2, bytes: plan.bytes })
  expect(await run(await create(backfillWarehouseAct, range))).toMatchObject({
    ...{ state: 'done', total: 2, done: 2, changed: 2 },
    result: { rows: { notes: 2 }, rejected: 0 },
  })
  const { rows } = await services.pool.query(`select body from ${orgId}.notes order by id`)
  expect(rows.map(({ body }) => body)).toEqual(['forged', 'A note', 'A note', 'forged', 'forged'])
})

test('a backfill of a time whose process stopped continues after the rows that it sent', async () => {
  await run(await create(syncWarehouseAct))
  const sent: number[] = []
  const dying = new AbortController()
  const kind = meddledKind({
    commit: async (next, batch) => {
      if (batch.table.name === 'notes') sent.push(batch.rows)
      await next(batch)
      if (sent.length === 2) dying.abort()
    },
  })
  const withKind = { ...services, kinds: [kind], limits: { rows: 2, bytes: 1_000_000 } }
  const job = await create(backfillWarehouseAct, { from: '2000-01-01T00:00:00.000Z' })
  expect(await run(job, { on: withKind, signal: dying.signal })).toMatchObject({ state: 'running' })
  await sql`update jobs set due_at = now() where job_id = ${job.jobId}`.execute(services.database)
  expect(await run(job, { on: withKind })).toMatchObject({ state: 'done', done: notes, changed: notes })
  expect(sent).toEqual([2, 2, 1])
})

test('a backfill of one table leaves the others, and one that waits is answered only for what it covers', async () => {
  await run(await create(syncWarehouseAct))
  const deals = await create(backfillWarehouseAct, { tables: ['deals'] })
  expect(await create(backfillWarehouseAct, { tables: ['deals'] })).toMatchObject({ jobId: deals.jobId })
  const some = await create(backfillWarehouseAct, { tables: ['notes'] })
  expect(some.jobId).not.toBe(deals.jobId)
  expect((await create(backfillWarehouseAct)).jobId).not.toBe(some.jobId)
  await meddle(`update notes set body = 'forged'`, [])
  expect(await run(deals)).toMatchObject({ state: 'done', result: { rows: { deals: 0 } } })
  const bodies = async () =>
    (await services.pool.query(`select distinct body from ${orgId}.notes`)).rows.map(({ body }) => body)
  expect(await bodies()).toEqual(['forged'])
  expect(await run(some)).toMatchObject({ state: 'done', total: notes, result: { rows: { notes } } })
  expect(await bodies()).toEqual(['A note'])
})

test.each([
  [{ from: '2020-01-02T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }, 'to'],
  [{ from: '2020-01-02T00:00:00.000Z', tables: ['people'] }, 'tables'],
  [{ tables: ['deals'] }, 'tables'],
])('a backfill of %j is refused where nothing can be in it', async (chosen, path) => {
  if (!('from' in chosen)) {
    await sql`update warehouses set tables = '{notes}' where warehouse_id = ${warehouseId}`.execute(
      services.database,
    )
  }
  await expect(create(backfillWarehouseAct, chosen)).rejects.toMatchObject({
    ...{ code: 'invalid_request', issues: [{ path }] },
  })
})

function create(
  { perform }: Pick<Performed<CaseServices, Job>, 'perform'>,
  chosen: object = {},
): Promise<Job> {
  return perform(services, { caller: admin, input: { warehouseId, ...chosen } })
}

/** Runs a job as a worker would and returns the job as it is then. */
async function run(
  { jobId, act }: Job,
  { on = services, signal = new AbortController().signal }: { on?: CaseServices; signal?: AbortSignal } = {},
): Promise<Job> {
  const lease = await leaseJob(services.database, { leaseMs: 60_000, acts: [act], jobId })
  if (lease === undefined) throw new Error('The job cannot be leased.')
  expect(await runJob(on, { lease, works: warehouseJobWorks, signal })).toBeUndefined()
  return getJob(services.database, { jobId })
}

type Meddling = { commit: (next: Target['commit'], batch: Parameters<Target['commit']>[0]) => Promise<void> }

/** The kind of the test's warehouse, with another `commit`. */
function meddledKind({ commit }: Meddling): WarehouseKind {
  const kind = warehouseKinds.find((one) => one.kind === 'postgres')
  if (kind === undefined) throw new Error('There is no kind postgres.')
  return {
    ...kind,
    open: async (options) => {
      const target = await kind.open(options)
      return { ...target, commit: (batch) => commit(target.commit, batch) }
    },
  }
}

/** The warehouse is a schema of the same database. */
async function meddle(statement: string, values: unknown[]): Promise<void> {
  await services.pool.query(statement.replace('notes', `${orgId}.notes`), values)
}
