import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { profilingOptions, readFunctionTimes } from '../../measuring/function-times.ts'
import { measureMachine } from '../../measuring/machine-costs.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from '../../measuring/process-use.ts'
import { forgetStatements, readStatementTimes } from '../../measuring/statement-times.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { addressOf } from '../../stage/address-of.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import { signRegisterEvents } from '../../stage/sign-register-events.ts'
import type { Stage } from '../../stage/stage.ts'
import {
  endWarmProduct,
  freezeRegisterEvents,
  startWarmProduct,
  type WarmContext,
  type WarmProduct,
} from '../../stage/warm-product.ts'

const perSecond = 2_000
const microseconds = 1e6
const fromNanoseconds = 1_000n
const metric = 'all processes, µs'
const backends = ['PostgreSQL', 'Redis'] as const

type Backend = (typeof backends)[number]

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
      for (const { root, named } of copiesOf(stage)) {
        const context = { stage, postgres, redis: backend === 'Redis' ? redis : undefined, root }
        variants.push(
          { name: named(backlogName(backend)), measure: () => measureBacklog(context) },
          { name: named(steadyName(backend)), measure: () => measureSteady(context) },
        )
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

function backlogOf(stage: Stage): number {
  return Math.round(stage.scaled(40_000, 5_000))
}

async function measureBacklog(context: WarmContext): Promise<Reading> {
  const run = await startWarmProduct(context)
  const count = backlogOf(context.stage)
  const apply = await freezeRegisterEvents(context.postgres, run, count)
  const stopMeasuring = await startMeasuring(context, run)
  apply()
  await waitUntilApplied(run.store.databaseUrl)
  const reading = await stopMeasuring(count)
  await endWarmProduct(context.postgres, run)
  return reading
}

async function measureFunctions(context: WarmContext): Promise<Reading> {
  const directory = context.stage.createDirectory()
  const env = { NODE_OPTIONS: profilingOptions(directory) }
  const run = await startWarmProduct(context, env)
  const count = backlogOf(context.stage)
  const apply = await freezeRegisterEvents(context.postgres, run, count)
  const fromUs = monotonicUs()
  apply()
  await waitUntilApplied(run.store.databaseUrl)
  const toUs = monotonicUs()
  for (const worker of run.product.workers) await worker.stop()
  const times = readFunctionTimes(directory, { fromUs, toUs, deliveries: count })
  await endWarmProduct(context.postgres, run)
  return times
}

async function measureSteady(context: WarmContext): Promise<Reading> {
  const run = await startWarmProduct(context)
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
    await endWarmProduct(context.postgres, run)
  }
}

/** Returns what ends the measuring and returns the processor time of each process for each delivery. */
async function startMeasuring({ postgres, redis }: WarmContext, { product }: WarmProduct) {
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
