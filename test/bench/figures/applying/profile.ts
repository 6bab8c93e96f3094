import type { RedisServer } from '@signalpost/testing'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { fillBacklog } from '../../filling/fill-backlog.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { profilingOptions, readFunctionTimes } from '../../measuring/function-times.ts'
import { measureMachine } from '../../measuring/machine-costs.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from '../../measuring/process-use.ts'
import { forgetStatements, readStatementTimes } from '../../measuring/statement-times.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signRegisterEvents } from '../../stage/sign-register-events.ts'
import type { Stage } from '../../stage/stage.ts'
import type { BenchPostgres } from '../../stage/start-bench-postgres.ts'

const perSecond = 2_000
const microseconds = 1e6
const fromNanoseconds = 1_000n
const metric = 'all processes, µs'
const backends = ['PostgreSQL', 'Redis'] as const

type Backend = (typeof backends)[number]
type Context = {
  stage: Stage
  postgres: BenchPostgres
  redis: RedisServer | undefined
  root?: string | undefined
}

export const profile = defineFigure({
  name: 'profile',
  title: 'Processor time of a delivery: an event of 480 bytes about a register of one of 5,000 signals',
  comparisons: backends.flatMap((backend) => [
    { title: `applying a backlog, µs, ${backend} backend`, metric, of: backlogName(backend) },
    { title: `receiving and applying 2,000/s, µs, ${backend} backend`, metric, of: steadyName(backend) },
  ]),
  prepare: async (stage) => {
    const postgres = await stage.startPostgres({ countsStatements: true })
    const redis = stage.hasRedis ? await stage.startRedis() : undefined
    const variants: Variant[] = []
    for (const backend of backends) {
      if (backend === 'Redis' && redis === undefined) continue
      const context = { stage, postgres, redis: backend === 'Redis' ? redis : undefined }
      const root = stage.otherRoot
      variants.push({ name: backlogName(backend), measure: () => measureBacklog(context) })
      if (root !== undefined) {
        const measure = () => measureBacklog({ ...context, root })
        variants.push({ name: `${backlogName(backend)}, the other copy`, measure })
      }
      variants.push({ name: steadyName(backend), measure: () => measureSteady(context) })
      if (root !== undefined) {
        const measure = () => measureSteady({ ...context, root })
        variants.push({ name: `${steadyName(backend)}, the other copy`, measure })
      }
    }
    return [
      { name: 'the machine', measure: () => measureMachine(postgres) },
      ...variants,
      { name: 'functions of the worker', measure: () => measureFunctions({ stage, postgres }) },
    ]
  },
})

function backlogName(backend: Backend): string {
  return `backlog, ${backend}`
}

function steadyName(backend: Backend): string {
  return `2,000/s, ${backend}`
}

async function measureBacklog(context: Context): Promise<Reading> {
  const run = await startRun(context)
  const fill = await prepareBacklog(run)
  const stopMeasuring = await startMeasuring(context, run)
  fill.apply()
  await waitUntilApplied(run.store.databaseUrl)
  const reading = await stopMeasuring(fill.count)
  await endRun(context, run)
  return reading
}

async function measureFunctions(context: Omit<Context, 'redis'>): Promise<Reading> {
  const directory = context.stage.createDirectory()
  const env = { NODE_OPTIONS: profilingOptions(directory) }
  const run = await startRun({ ...context, redis: undefined }, env)
  const fill = await prepareBacklog(run)
  const fromUs = monotonicUs()
  fill.apply()
  await waitUntilApplied(run.store.databaseUrl)
  const toUs = monotonicUs()
  for (const worker of run.product.workers) await worker.stop()
  const times = readFunctionTimes(directory, { fromUs, toUs, deliveries: fill.count })
  await endRun(context, run)
  return times
}

async function measureSteady(context: Context): Promise<Reading> {
  const run = await startRun(context)
  const seconds = context.stage.scaled(10, 2)
  const requests = signRegisterEvents(run.store.source, Math.round(perSecond * seconds), run.signalIds)
  await context.postgres.settle()
  const client = openClient(addressOf(run.product.intakes[0]).port)
  try {
    const stopMeasuring = await startMeasuring(context, run)
    const { sent, p50Ms, p99Ms } = await sendAtRate({
      client,
      requests: requests.map(requestBytes),
      perSecond,
      seconds,
    })
    await waitUntilApplied(run.store.databaseUrl)
    return { ...(await stopMeasuring(sent)), '202, p50 ms': p50Ms, '202, p99 ms': p99Ms }
  } finally {
    client.close()
    await endRun(context, run)
  }
}

type Run = Awaited<ReturnType<typeof startRun>>

/** A product that just applied the signals that the events are about, so it is warm. */
async function startRun({ stage, postgres, redis, root }: Context, env?: Record<string, string>) {
  await redis?.flush()
  const store = await prepareStore(postgres)
  const redisUrl = redis?.url
  const counts = { intake: 1, worker: 1 }
  const product = await stage.startProduct({
    ...store,
    redisUrl,
    root,
    counts,
    ...(env !== undefined && { env }),
  })
  const stored = await fillBacklog(store, { count: stage.scaled(5_000, 1_000), redisUrl })
  await waitUntilApplied(store.databaseUrl)
  const signalIds = stored.map(({ job }) => job.event.id.slice('evt_'.length))
  return { stage, postgres, store, redisUrl, product, signalIds }
}

async function endRun({ postgres }: Pick<Context, 'postgres'>, { product, store }: Run): Promise<void> {
  await product.stop()
  await postgres.dropDatabase(store.databaseUrl)
}

/** Fills it while the worker is frozen; `apply` thaws it. */
async function prepareBacklog({ stage, postgres, store, redisUrl, product, signalIds }: Run) {
  const count = Math.round(stage.scaled(40_000, 5_000))
  for (const worker of product.workers) worker.freeze()
  await fillBacklog(store, {
    count,
    redisUrl,
    sign: (source, some) => signRegisterEvents(source, some, signalIds),
  })
  await postgres.settle()
  const apply = (): void => {
    for (const worker of product.workers) worker.thaw()
  }
  return { count, apply }
}

/** Returns what ends the measuring and returns the processor time of each process for each delivery. */
async function startMeasuring({ postgres, redis }: Context, { product }: Run) {
  const postgresPid = await postgres.readPid()
  const redisPid = redis && Number(/process_id:(\d+)/.exec(String(await redis.call('INFO', 'server')))?.[1])
  const read = (): Reading => ({
    'intake, µs': cpuSecondsOf(product.intakes[0]?.pid() ?? 0),
    'worker, µs': cpuSecondsOf(product.workers[0]?.pid() ?? 0),
    'PostgreSQL, µs': cpuSecondsOfFamily(postgresPid),
    ...(redisPid !== undefined && { 'Redis, µs': cpuSecondsOf(redisPid) }),
  })
  await forgetStatements(postgres.superuserUrl)
  const before = read()
  const startedAtMs = performance.now()
  return async (deliveries: number): Promise<Reading> => {
    const perSecondDone = deliveries / ((performance.now() - startedAtMs) / 1_000)
    const used = Object.entries(read()).map(([name, seconds]): [string, number] => [
      name,
      ((seconds - (before[name] ?? 0)) * microseconds) / deliveries,
    ])
    return {
      [metric]: used.reduce((sum, [, us]) => sum + us, 0),
      ...Object.fromEntries(used),
      'deliveries/s': perSecondDone,
      ...(await readStatementTimes(postgres.superuserUrl, deliveries)),
    }
  }
}

function monotonicUs(): number {
  return Number(process.hrtime.bigint() / fromNanoseconds)
}
