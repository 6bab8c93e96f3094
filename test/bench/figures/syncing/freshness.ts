import { createWarehouse } from '@signalpost/database/warehouses'
import { listWarehouseStates, type SyncDependencies, verifyWarehouse } from '@signalpost/sync'
import { waitUntil } from '@signalpost/testing'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { type PreparedStore, prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { residentBytesOf } from '../../measuring/process-use.ts'
import { watchArrivals } from '../../measuring/watch-arrivals.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { openSync } from '../../stage/open-sync.ts'
import { type SignedChange, signChanges } from '../../stage/sign-changes.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, openStatements, type Statements } from '../../stage/start-bench-postgres.ts'

const perSecond = 500
const schema = 'bench'
const lookIntervalMs = 100
const patienceMs = 180_000
const mebibyte = 1024 * 1024
const metrics = { p95: 'p95 s', growth: 'growth MiB', differing: 'differing rows' }

type Interval = { name: string; ms: number; p95AtMostSeconds: number }

const usual: Interval = { name: 'interval of 20 s', ms: 20_000, p95AtMostSeconds: 60 }
const short: Interval = { name: 'interval of 5 s', ms: 5_000, p95AtMostSeconds: 10 }

export const freshness = defineFigure({
  name: 'freshness',
  title: 'From the 202 until a warehouse in PostgreSQL has the change, 500 changes a second',
  comparisons: [usual, short].flatMap(({ name, p95AtMostSeconds }) => [
    {
      title: `accepted to in the warehouse, p95 s, ${name}`,
      metric: metrics.p95,
      of: name,
      gate: { atMost: p95AtMostSeconds },
    },
    { title: `growth of the worker meanwhile, MiB, ${name}`, metric: metrics.growth, of: name },
    {
      title: `rows that differ afterwards, ${name}`,
      metric: metrics.differing,
      of: name,
      gate: { atMost: 0 },
    },
  ]),
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const variants: Variant[] = []
    for (const interval of stage.isQuick ? [short] : [usual, short]) {
      const run = await prepareRun(stage, postgres, interval)
      // Three intervals, so that changes wait for each part of one, and at least 30 s.
      const seconds = Math.max(30, (3 * interval.ms) / 1000)
      variants.push({ name: interval.name, measure: () => measure(run, stage.scaled(seconds, 10)) })
    }
    return variants
  },
})

type Run = {
  store: PreparedStore
  sync: SyncDependencies
  warehouseId: string
  warehouse: Statements
  knownCount: number
  intakePort: number
  workerPid: number
}

/** Prepares a store whose signals are already in its warehouse, and the processes that keep it in sync. */
async function prepareRun(stage: Stage, postgres: BenchPostgres, interval: Interval): Promise<Run> {
  const store = await prepareStore(postgres)
  const { orgId } = store.source
  const knownCount = stage.scaled(100_000, 10_000)
  await fillSignals(store.databaseUrl, { ...store.source, count: knownCount })
  const sync = openSync(stage, store)
  const url = await postgres.createDatabase()
  const { warehouseId } = await createWarehouse(sync.database, sync.secretBox, {
    ...{ orgId, kind: 'postgres', name: 'bench', settings: { schema }, secrets: { url }, location: schema },
    ...{ intervalMs: interval.ms, excludesPersonal: false, hasBounds: false },
  })
  const product = await stage.startProduct({ ...store, counts: { intake: 1, worker: 1 } })
  await waitUntil(
    'the first signals are in the warehouse',
    async () => (await readLag(sync, warehouseId)) === 0,
    {
      limitMs: patienceMs,
      intervalMs: 500,
    },
  )
  const warehouse = await openStatements(url)
  stage.onEnd(warehouse.close)
  return {
    ...{ store, sync, warehouseId, warehouse, knownCount },
    intakePort: addressOf(product.intakes[0]).port,
    workerPid: addressOf(product.workers[0]).pid,
  }
}

async function measure(run: Run, seconds: number): Promise<Reading> {
  const { store, sync, warehouseId, warehouse, knownCount, workerPid } = run
  const changes = signChanges(store.source, { count: perSecond * seconds, knownCount })
  const watch = watchArrivals(warehouse, { schema, orgId: store.source.orgId })
  const residentBefore = residentBytesOf(workerPid)
  let residentPeak = residentBefore
  let lagRows: number | undefined

  const sending = sendChanges(run, { changes, seconds, expect: watch.expect }).then(async (acceptedAtMs) => {
    lagRows = await readLag(sync, warehouseId)
    return acceptedAtMs
  })
  const seeing = waitUntil(
    'every change is in the warehouse',
    async () => {
      residentPeak = Math.max(residentPeak, residentBytesOf(workerPid))
      return (await watch.look()) === 0 && lagRows !== undefined
    },
    { limitMs: seconds * 1000 + patienceMs, intervalMs: lookIntervalMs },
  )
  const [acceptedAtMs] = await Promise.all([sending, seeing])
  const secondsOf = ([signalId, atMs]: [string, number]): number =>
    ((watch.seenAtMs.get(signalId) ?? Number.NaN) - atMs) / 1000
  const waits = [...acceptedAtMs].map(secondsOf)
  return {
    'p50 s': percentileOf(waits, 0.5),
    [metrics.p95]: percentileOf(waits, 0.95),
    'greatest s': Math.max(...waits),
    'lag rows after the last 202': lagRows ?? Number.NaN,
    ...(await compareRows(run)),
    [metrics.growth]: (residentPeak - residentBefore) / mebibyte,
  }
}

/** Returns when each change was accepted, by its signal's id. */
async function sendChanges(
  { intakePort }: Run,
  {
    changes,
    seconds,
    expect,
  }: { changes: SignedChange[]; seconds: number; expect: (change: SignedChange) => void },
): Promise<Map<string, number>> {
  const acceptedAtMs = new Map<string, number>()
  const client = openClient(intakePort)
  try {
    await sendAtRate({
      client,
      // Expected before its answer is read, because a batch may have it by then.
      requests: changes.values().map((change) => {
        expect(change)
        return change.request
      }),
      perSecond,
      seconds,
      onAnswer: (_answer, index) => {
        const signalId = changes[index]?.signalId
        if (signalId !== undefined) acceptedAtMs.set(signalId, performance.now())
      },
    })
    return acceptedAtMs
  } finally {
    client.close()
  }
}

async function compareRows({ sync, warehouseId }: Run): Promise<Reading> {
  const { tables } = await verifyWarehouse(sync, { warehouseId }, { repair: false })
  const compared = Object.values(tables)
  const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)
  return {
    'rows stored': sum(compared.map(({ sourceRows }) => sourceRows)),
    'rows in the warehouse': sum(compared.map(({ targetRows }) => targetRows)),
    [metrics.differing]: sum(compared.map(({ differing }) => differing.length)),
  }
}

async function readLag({ database }: SyncDependencies, warehouseId: string): Promise<number> {
  const [state] = await listWarehouseStates(database, { warehouseId })
  return state?.lagRows ?? Number.NaN
}
