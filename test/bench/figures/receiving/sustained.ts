import { waitUntil } from '@signalpost/testing'
import { openQueue } from '../../baselines/open-bullmq.ts'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendWithinBacklog } from '../../load/send-within-backlog.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, openStatements } from '../../stage/start-bench-postgres.ts'

const connections = 64
const backlogMax = 5_000
const signedAtOnce = 20_000
const metric = 'deliveries/s'
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
  const readBacklog = async (): Promise<number> => {
    const [row] = await query(
      `select count(*)::int as count
       from (select from deliveries where status = 'queued' limit ${2 * backlogMax}) queued`,
    )
    return Number(row?.count)
  }
  const run = { ...store, ...addressOf(product.intakes[0]), stage, postgres, query, readBacklog }
  return { name: ours, measure: () => measure(run) }
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
  return { name: theirs, measure: () => measure(run) }
}

type Run = Awaited<ReturnType<typeof prepareStore>> & {
  stage: Stage
  postgres: BenchPostgres
  port: number
  query: Awaited<ReturnType<typeof openStatements>>['query']
  readBacklog: () => Promise<number>
}

/** Excludes the first moments, in which no backlog exists yet. */
async function measure({ stage, postgres, port, source, query, readBacklog }: Run): Promise<Reading> {
  const seconds = stage.scaled(20, 4)
  const rampSeconds = seconds / 5
  const signed: Buffer[] = []
  const sign = (): void => {
    signed.push(...signDeliveries(source, signedAtOnce).map(requestBytes).reverse())
  }
  for (let made = 0; made < stage.scaled(5, 1); made += 1) sign()
  await postgres.settle()
  const client = openClient(port)
  try {
    const startedAt = new Date(Date.now() + rampSeconds * 1_000)
    await sendWithinBacklog({
      client,
      nextRequest: () => {
        if (signed.length === 0) sign()
        // The cast: there is at least one at this point.
        return signed.pop() as Buffer
      },
      seconds: rampSeconds + seconds,
      connections,
      readBacklog,
      backlogMax,
    })
    await waitUntil('the backlog is applied', async () => (await readBacklog()) === 0, { limitMs: 120_000 })
    const [row] = await query(
      `select count(*)::int as count from identities
       where applied_at >= $1 and applied_at < $1 + $2 * interval '1 second'`,
      [startedAt, seconds],
    )
    return { [metric]: Number(row?.count) / seconds }
  } finally {
    client.close()
  }
}
