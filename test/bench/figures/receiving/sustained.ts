import { openQueue } from '../../baselines/open-bullmq.ts'
import { defineFigure, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import {
  measureSustained,
  sustainedMetric as metric,
  readBacklogBy,
} from '../../measuring/measure-sustained.ts'
import { addressOf } from '../../stage/address-of.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, openStatements } from '../../stage/start-bench-postgres.ts'

const ours = 'intake and worker, Redis'
const theirs = 'hand-written pair, Redis'

export const sustained = defineFigure({
  name: 'sustained',
  title: 'Intake and worker together for a minute, with a bounded backlog',
  comparisons: [
    {
      title: 'intake and worker together / hand-written pair',
      metric,
      of: ours,
      to: theirs,
      gate: { atLeast: 3 },
      goal: 6,
    },
  ],
  prepare: async (stage) => {
    // On PostgreSQL alone, the hand-written pair is much slower; Redis is its best case.
    if (!stage.hasRedis) return []
    const postgres = await stage.startPostgres()
    return [await prepareProduct(stage, postgres), await prepareHandwritten(stage, postgres)]
  },
})

async function prepareProduct(stage: Stage, postgres: BenchPostgres): Promise<Variant> {
  const redis = await stage.startRedis()
  const store = await prepareStore(postgres)
  const product = await stage.startProduct({
    ...store,
    redisUrl: redis.url,
    counts: { intake: 1, worker: 1 },
  })
  const { query, close } = await openStatements(store.databaseUrl)
  stage.onEnd(close)
  const run = { ...store, ...addressOf(product.intakes[0]), stage, postgres, query }
  return { name: ours, measure: () => measureSustained({ ...run, readBacklog: readBacklogBy(query) }) }
}

async function prepareHandwritten(stage: Stage, postgres: BenchPostgres): Promise<Variant> {
  const redis = await stage.startRedis()
  const store = await prepareStore(postgres)
  const env = { SECRET: store.source.secret, ORG_ID: store.source.orgId, DATABASE_URL: store.databaseUrl }
  const onRedis = { ...env, REDIS_URL: redis.url }
  const { port } = await stage.startBaseline('handwritten-intake', onRedis)
  await stage.startBaseline('handwritten-worker', onRedis)
  const queue = openQueue({ databaseUrl: store.databaseUrl, redisUrl: redis.url })
  stage.onEnd(() => queue.close())
  const { query, close } = await openStatements(store.databaseUrl)
  stage.onEnd(close)
  const readBacklog = async (): Promise<number> =>
    (await queue.getWaitingCount()) + (await queue.getActiveCount())
  const run = { ...store, port, stage, postgres, query, readBacklog }
  return { name: theirs, measure: () => measureSustained(run) }
}
