import { openQueue } from '../../baselines/open-bullmq.ts'
import { defineFigure, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import {
  measureSustained,
  sustainedMetric as metric,
  readBacklogBy,
} from '../../measuring/measure-sustained.ts'
import { addressOf } from '../../stage/address-of.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import type { Stage } from '../../stage/stage.ts'
import { openStatements } from '../../stage/start-bench-postgres.ts'

const nameOf = (what: string, backend: 'PostgreSQL' | 'Redis'): string => `${what}, ${backend}`
const ours = 'intake and worker'
const theirs = 'hand-written pair'

export const sustained = defineFigure({
  name: 'sustained',
  title: 'Intake and worker together, with a bounded backlog',
  isGate: true,
  comparisons: [
    {
      title: 'intake and worker together / hand-written pair, PostgreSQL backend',
      metric,
      of: nameOf(ours, 'PostgreSQL'),
      to: nameOf(theirs, 'PostgreSQL'),
      gate: { atLeast: 8 },
      goal: 10,
    },
    {
      title: 'intake and worker together / hand-written pair, Redis backend',
      metric,
      of: nameOf(ours, 'Redis'),
      to: nameOf(theirs, 'Redis'),
      gate: { atLeast: 4 },
      goal: 6,
    },
  ],
  prepare: async (stage) => {
    const variants: Variant[] = []
    for (const backend of ['PostgreSQL', 'Redis'] as const) {
      if (backend === 'Redis' && !stage.hasRedis) continue
      for (const { root, named } of copiesOf(stage)) {
        const name = named(nameOf(ours, backend))
        variants.push(await prepareProduct(name, { stage, backend, root }))
      }
      variants.push(await prepareHandwritten(nameOf(theirs, backend), { stage, backend }))
    }
    return variants
  },
})

type Context = { stage: Stage; backend: 'PostgreSQL' | 'Redis' }

/** Each has a server of its own: together they need more connections than one has. */
async function prepareProduct(
  name: string,
  { stage, backend, root }: Context & { root: string | undefined },
): Promise<Variant> {
  const postgres = await stage.startPostgres()
  const redisUrl = backend === 'Redis' ? (await stage.startRedis()).url : undefined
  const store = await prepareStore(postgres)
  const counts = { intake: 1, worker: 1 }
  const product = await stage.startProduct({ ...store, redisUrl, root, counts })
  const { query, close } = await openStatements(store.databaseUrl)
  stage.onEnd(close)
  const run = { ...store, ...addressOf(product.intakes[0]), stage, postgres, query }
  return { name, measure: () => measureSustained({ ...run, readBacklog: readBacklogBy(query) }) }
}

async function prepareHandwritten(name: string, { stage, backend }: Context): Promise<Variant> {
  const postgres = await stage.startPostgres()
  const redisUrl = backend === 'Redis' ? (await stage.startRedis()).url : undefined
  const store = await prepareStore(postgres)
  const env = {
    SECRET: store.source.secret,
    ORG_ID: store.source.orgId,
    DATABASE_URL: store.databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
  }
  const { port } = await stage.startBaseline('handwritten-intake', env)
  await stage.startBaseline('handwritten-worker', env)
  const queue = openQueue({ databaseUrl: store.databaseUrl, redisUrl })
  stage.onEnd(() => queue.close())
  const { query, close } = await openStatements(store.databaseUrl)
  stage.onEnd(close)
  const readBacklog = async (): Promise<number> =>
    (await queue.getWaitingCount()) + (await queue.getActiveCount())
  const run = { ...store, port, stage, postgres, query, readBacklog }
  return { name, measure: () => measureSustained(run) }
}
