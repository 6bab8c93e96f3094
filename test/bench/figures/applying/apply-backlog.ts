import { waitUntil } from '@signalpost/testing'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { fillBacklog, fillHandwrittenBacklog } from '../../filling/fill-backlog.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import {
  backlogOf,
  measureApplying,
  applyingMetric as metric,
  readSpeed,
} from '../../measuring/measure-applying.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../../stage/start-bench-postgres.ts'

const limit = 'set-based limit'
const names = {
  redis: { product: 'worker, Redis', handwritten: 'hand-written worker, Redis' },
  postgres: { product: 'worker, PostgreSQL', handwritten: 'hand-written worker, PostgreSQL' },
}
const toLimit = { metric, to: limit, gate: { atLeast: 0.3 }, goal: 0.5 }

export const applyBacklog = defineFigure({
  name: 'apply-backlog',
  title: 'Applying a backlog of 100,000 deliveries, each a new signal',
  comparisons: [
    { ...toLimit, title: 'applying a backlog / set-based limit, Redis backend', of: names.redis.product },
    {
      ...toLimit,
      title: 'applying a backlog / set-based limit, PostgreSQL backend',
      of: names.postgres.product,
    },
    {
      title: 'applying / hand-written worker, Redis',
      metric,
      of: names.redis.product,
      to: names.redis.handwritten,
      gate: { atLeast: 5 },
      goal: 10,
    },
    {
      title: 'applying / hand-written worker, PostgreSQL',
      metric,
      of: names.postgres.product,
      to: names.postgres.handwritten,
      gate: { atLeast: 10 },
      goal: 20,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const redis = stage.hasRedis ? await stage.startRedis() : undefined
    const context = { stage, postgres }
    const onPostgres: Variant[] = [
      { name: limit, measure: () => measureLimit(context) },
      { name: names.postgres.product, measure: () => measureApplying(context) },
      { name: names.postgres.handwritten, measure: () => measureHandwritten(context) },
    ]
    if (redis === undefined) return onPostgres
    // Clears what BullMQ keeps of one measurement before the next.
    const fresh = async (measure: () => Promise<Reading>): Promise<Reading> => {
      await redis.flush()
      return measure()
    }
    return [
      ...onPostgres,
      {
        name: names.redis.product,
        measure: () => fresh(() => measureApplying({ ...context, redisUrl: redis.url })),
      },
      { name: names.redis.handwritten, measure: () => fresh(() => measureHandwritten(context, redis.url)) },
    ]
  },
})

type Context = { stage: Stage; postgres: BenchPostgres }

/** So much slower that a tenth of the backlog suffices. */
async function measureHandwritten({ stage, postgres }: Context, redisUrl?: string): Promise<Reading> {
  const { databaseUrl, source } = await prepareStore(postgres)
  const count = backlogOf(stage) / 10
  await fillHandwrittenBacklog({ databaseUrl, redisUrl }, { source, count })
  await postgres.settle()
  const worker = await stage.startBaseline('handwritten-worker', {
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
  })
  const isDone = async (): Promise<boolean> => {
    const [row] = await runStatement(databaseUrl, 'select count(*)::int as count from identities')
    return row?.count === count
  }
  await waitUntil('the hand-written worker is done', isDone, { limitMs: 300_000, intervalMs: 200 })
  await worker.stop()
  return readSpeed(postgres, { databaseUrl, count })
}

async function measureLimit({ stage, postgres }: Context): Promise<Reading> {
  const store = await prepareStore(postgres)
  const count = backlogOf(stage)
  const deliveries = await fillBacklog(store, { count, isEnqueued: false })
  await postgres.settle()
  const limitProcess = await stage.startBaseline('set-based-limit', { DATABASE_URL: store.databaseUrl })
  const answer = limitProcess.nextMessage()
  limitProcess.send({ deliveries })
  await answer
  await limitProcess.stop()
  return readSpeed(postgres, { ...store, count })
}
