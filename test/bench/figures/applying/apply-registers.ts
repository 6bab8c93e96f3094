import type { SignedSource } from '../../../support/sending/sender.ts'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { fillBacklog } from '../../filling/fill-backlog.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import { signRegisterEvents } from '../../stage/sign-register-events.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'
import { freezeRegisterEvents, startWarmProduct, type WarmContext } from '../../stage/warm-product.ts'

const metric = 'deliveries/s'
const limit = 'set-based limit'
const onPostgres = 'worker, PostgreSQL'
const onRedis = 'worker, Redis'
const toLimit = { metric, to: limit, gate: { atLeast: 0.3 }, goal: 0.5 }

export const applyRegisters = defineFigure({
  name: 'apply-registers',
  title: 'Applying a backlog of 40,000 register events about 5,000 signals',
  isGate: true,
  comparisons: [
    { ...toLimit, title: 'applying register events / set-based limit, PostgreSQL backend', of: onPostgres },
    { ...toLimit, title: 'applying register events / set-based limit, Redis backend', of: onRedis },
  ],
  prepare: async (stage) => {
    // Each product has a server of its own: together they would need more connections than one takes.
    const onServer = async (context: Omit<WarmContext, 'stage' | 'postgres'>): Promise<WarmContext> => ({
      ...{ stage, postgres: await stage.startPostgres() },
      ...context,
    })
    const variants = [await prepareLimit(await onServer({}))]
    for (const { root, named } of copiesOf(stage)) {
      variants.push(await prepareWorker(named(onPostgres), await onServer({ root })))
      if (!stage.hasRedis) continue
      const redis = await stage.startRedis()
      variants.push(await prepareWorker(named(onRedis), await onServer({ root, redis })))
    }
    return variants
  },
})

async function prepareWorker(name: string, context: WarmContext): Promise<Variant> {
  const warm = await startWarmProduct(context)
  const { databaseUrl } = warm.store
  const measure = async (): Promise<Reading> => {
    const count = backlogOf(context)
    const apply = await freezeRegisterEvents(context.postgres, warm, count)
    const startedAt = new Date()
    apply()
    await waitUntilApplied(databaseUrl)
    return readSpeed(databaseUrl, { startedAt, count })
  }
  return { name, measure }
}

/** The same rows by a few large statements, on what a product stored. */
async function prepareLimit(context: WarmContext): Promise<Variant> {
  const { stage, postgres } = context
  const { store, product, signalIds } = await startWarmProduct(context)
  await product.stop()
  const { databaseUrl } = store
  const measure = async (): Promise<Reading> => {
    const count = backlogOf(context)
    const sign = (source: SignedSource, some: number) => signRegisterEvents(source, some, signalIds)
    const deliveries = await fillBacklog(store, { count, isEnqueued: false, sign })
    await postgres.settle()
    const limitProcess = await stage.startBaseline('set-based-limit', { DATABASE_URL: databaseUrl })
    const answer = limitProcess.nextMessage()
    const startedAt = new Date()
    limitProcess.send({ deliveries })
    await answer
    await limitProcess.stop()
    return readSpeed(databaseUrl, { startedAt, count })
  }
  return { name: limit, measure }
}

function backlogOf({ stage }: WarmContext): number {
  return Math.round(stage.scaled(40_000, 5_000))
}

/** Measures from the first applied delivery to the last, by the stored times. */
async function readSpeed(
  databaseUrl: string,
  { startedAt, count }: { startedAt: Date; count: number },
): Promise<Reading> {
  const [row] = await runStatement(
    databaseUrl,
    `select count(*)::int as count, extract(epoch from max(applied_at) - min(applied_at))::float8 as seconds
     from identities where applied_at >= $1`,
    [startedAt],
  )
  const applied = Number(row?.count)
  if (applied !== count) throw new Error(`${applied} of ${count} deliveries were applied`)
  return { [metric]: count / Number(row?.seconds) }
}
