import { defineFigure, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import type { LoadRequest } from '../../load/request-bytes.ts'
import { saturate } from '../../load/saturate.ts'
import { cpuSecondsOfFamily } from '../../measuring/process-use.ts'
import { addressOf } from '../../stage/address-of.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

// Enough that each is limited by its own work, not by the disk's commit time.
const connections = 256
const metric = 'deliveries/s'
// Of the process that answers, and of the database.
const processorTime = 'with PostgreSQL, µs each'
const ceiling = 'bare ceiling'
const expressCeiling = 'bare ceiling on Express'
const durableRow = 'ceiling plus one durable row'
const names = {
  redis: {
    product: 'durable intake, Redis',
    twoProcesses: 'durable intake of 2 processes, Redis',
    handwritten: 'hand-written intake, Redis',
  },
  postgres: {
    product: 'durable intake, PostgreSQL',
    twoProcesses: 'durable intake of 2 processes, PostgreSQL',
    handwritten: 'hand-written intake, PostgreSQL',
  },
}
const twoProcesses = { SIGNALPOST_INTAKE_PROCESSES: '2' }
// Enough that none repeats within a measurement; each round has its own.
const mostPerSecond = 30_000
const microseconds = 1e6

export const intake = defineFigure({
  name: 'intake',
  title: 'Requests of one delivery each, answered 202, 256 connections',
  isGate: true,
  comparisons: [
    {
      title: 'durable intake / bare ceiling on Express, Redis backend',
      metric,
      of: names.redis.product,
      to: expressCeiling,
      gate: { atLeast: 0.75 },
    },
    {
      title: 'durable intake / bare ceiling on Express, PostgreSQL backend',
      metric,
      of: names.postgres.product,
      to: expressCeiling,
      gate: { atLeast: 0.75 },
    },
    // Without a gate: Node's own server is what no framework reaches.
    {
      title: 'durable intake / bare ceiling, Redis backend',
      metric,
      of: names.redis.product,
      to: ceiling,
    },
    {
      title: 'durable intake / bare ceiling, PostgreSQL backend',
      metric,
      of: names.postgres.product,
      to: ceiling,
    },
    {
      title: 'durable intake / hand-written intake, Redis',
      metric,
      of: names.redis.product,
      to: names.redis.handwritten,
      gate: { atLeast: 1.8 },
      goal: 2.5,
    },
    {
      title: 'durable intake / hand-written intake, PostgreSQL',
      metric,
      of: names.postgres.product,
      to: names.postgres.handwritten,
      gate: { atLeast: 9 },
      goal: 11,
    },
    ...[names.postgres.product, names.redis.product].map((of) => ({
      title: `processor time / that of the ceiling plus one durable row, ${of}`,
      metric: processorTime,
      of,
      to: durableRow,
    })),
    // Without a gate: on two cores, the second process shares its core with the database and the sender.
    ...[names.postgres, names.redis].flatMap(({ product, twoProcesses: of }) => [
      { title: `${of} / ${product}`, metric, of, to: product },
      { title: `processor time of ${of} / of ${product}`, metric: processorTime, of, to: product },
    ]),
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const { databaseUrl, masterKey, source } = await prepareStore(postgres)
    const handwritten = {
      SECRET: source.secret,
      ORG_ID: source.orgId,
      DATABASE_URL: await postgres.createDatabase(),
    }
    const redis = stage.hasRedis ? await stage.startRedis() : undefined
    const common = { databaseUrl, masterKey, counts: { intake: 1 } }

    let accepted = 0
    const expectStored = async (answers: number): Promise<void> => {
      accepted += answers
      const [row] = await runStatement(databaseUrl, 'select count(*)::int as count from deliveries')
      if (Number(row?.count) < accepted)
        throw new Error(`${Number(row?.count)} of ${accepted} deliveries are stored`)
    }

    const postgresPid = await postgres.readPid()
    const measured = (
      name: string,
      { port, pid, isOurs = false }: { port: number; pid: number; isOurs?: boolean },
    ): Variant => ({
      name,
      measure: async () => {
        const seconds = stage.saturationSeconds()
        const requests: LoadRequest[] = signDeliveries(source, seconds * mostPerSecond)
        await redis?.flush()
        await postgres.settle()
        const databaseBefore = cpuSecondsOfFamily(postgresPid)
        const reading = await saturate({ port, pid, requests, seconds, connections })
        const databaseSeconds = cpuSecondsOfFamily(postgresPid) - databaseBefore
        const { answers, perSecond, p50Ms, p99Ms, cpuUs } = reading
        if (isOurs) await expectStored(answers)
        const withDatabase = cpuUs + (databaseSeconds * microseconds) / answers
        return {
          ...{ [metric]: perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms },
          ...{ 'CPU µs each': cpuUs, [processorTime]: withDatabase },
        }
      },
    })
    type Started = { root?: string | undefined; redisUrl?: string; env?: Record<string, string> }
    const started = async (options: Started) => {
      const { intakes } = await stage.startProduct({ ...common, ...options })
      return { ...addressOf(intakes[0]), isOurs: true }
    }
    const variants = [
      measured(ceiling, await stage.startBaseline('ceiling-intake', handwritten)),
      measured(expressCeiling, await stage.startBaseline('express-ceiling-intake', handwritten)),
      measured(durableRow, await stage.startBaseline('durable-row', handwritten)),
      measured(names.postgres.handwritten, await stage.startBaseline('handwritten-intake', handwritten)),
    ]
    if (redis !== undefined) {
      const onRedis = { ...handwritten, REDIS_URL: redis.url }
      variants.push(
        measured(names.redis.handwritten, await stage.startBaseline('handwritten-intake', onRedis)),
      )
    }
    for (const { root, named } of copiesOf(stage)) {
      variants.push(measured(named(names.postgres.product), await started({ root })))
      if (redis === undefined) continue
      variants.push(measured(named(names.redis.product), await started({ root, redisUrl: redis.url })))
    }
    const env = twoProcesses
    variants.push(measured(names.postgres.twoProcesses, await started({ env })))
    if (redis !== undefined) {
      variants.push(measured(names.redis.twoProcesses, await started({ env, redisUrl: redis.url })))
    }
    return variants
  },
})
