import { defineFigure, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import type { LoadRequest } from '../../load/request-bytes.ts'
import { saturate } from '../../load/saturate.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

// Enough that each is limited by its own work, not by the disk's commit time.
const connections = 256
const metric = 'deliveries/s'
const ceiling = 'bare ceiling'
const names = {
  redis: { product: 'durable intake, Redis', handwritten: 'hand-written intake, Redis' },
  postgres: { product: 'durable intake, PostgreSQL', handwritten: 'hand-written intake, PostgreSQL' },
}
const isOurs = (name: string): boolean => [names.redis.product, names.postgres.product].includes(name)
// Enough that none repeats within a measurement; each round has its own.
const mostPerSecond = 30_000

export const intake = defineFigure({
  name: 'intake',
  title: 'Requests of one delivery each, answered 202, 256 connections',
  comparisons: [
    {
      title: 'durable intake / bare ceiling, Redis backend',
      metric,
      of: names.redis.product,
      to: ceiling,
      gate: { atLeast: 0.7 },
      goal: 0.8,
    },
    {
      title: 'durable intake / bare ceiling, PostgreSQL backend',
      metric,
      of: names.postgres.product,
      to: ceiling,
      gate: { atLeast: 0.55 },
      goal: 0.7,
    },
    {
      title: 'durable intake / hand-written intake, Redis',
      metric,
      of: names.redis.product,
      to: names.redis.handwritten,
      gate: { atLeast: 1.7 },
      goal: 2,
    },
    {
      title: 'durable intake / hand-written intake, PostgreSQL',
      metric,
      of: names.postgres.product,
      to: names.postgres.handwritten,
      gate: { atLeast: 6 },
      goal: 7.5,
    },
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

    const measured = (name: string, { port, pid }: { port: number; pid: number }): Variant => ({
      name,
      measure: async () => {
        const seconds = Math.ceil(stage.scaled(4, 2))
        const requests: LoadRequest[] = signDeliveries(source, seconds * mostPerSecond)
        await redis?.flush()
        await postgres.settle()
        const reading = await saturate({ port, pid, requests, seconds, connections })
        const { answers, perSecond, p50Ms, p99Ms, cpuUs } = reading
        if (isOurs(name)) await expectStored(answers)
        return { [metric]: perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'CPU µs each': cpuUs }
      },
    })
    const started = async (redisUrl?: string) => {
      const { intakes } = await stage.startProduct({ ...common, redisUrl })
      return addressOf(intakes[0])
    }
    const variants = [
      measured(ceiling, await stage.startBaseline('ceiling-intake', handwritten)),
      measured(names.postgres.product, await started()),
      measured(names.postgres.handwritten, await stage.startBaseline('handwritten-intake', handwritten)),
    ]
    if (redis === undefined) return variants
    const onRedis = { ...handwritten, REDIS_URL: redis.url }
    return [
      ...variants,
      measured(names.redis.product, await started(redis.url)),
      measured(names.redis.handwritten, await stage.startBaseline('handwritten-intake', onRedis)),
    ]
  },
})
