import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from '../../measuring/process-use.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { addressOf } from '../../stage/address-of.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import { signRegisterEvents } from '../../stage/sign-register-events.ts'
import { startWarmProduct, type WarmContext } from '../../stage/warm-product.ts'

const perSecond = 2_000
const microseconds = 1e6
const processorTime = 'intake, worker and PostgreSQL, µs'
const onPostgres = '2,000/s, PostgreSQL'
const onRedis = '2,000/s, Redis'

export const steady = defineFigure({
  name: 'steady',
  title: 'The 202 and the processor time at 2,000 register events a second, the worker running',
  isGate: true,
  comparisons: [
    {
      title: 'p99 of the 202 at 2,000/s, ms, PostgreSQL backend',
      metric: 'p99 ms',
      of: onPostgres,
      gate: { atMost: 30 },
      goal: 15,
    },
    {
      title: 'p99 of the 202 at 2,000/s, ms, Redis backend',
      metric: 'p99 ms',
      of: onRedis,
      gate: { atMost: 20 },
      goal: 10,
    },
    ...[onPostgres, onRedis].map((of) => ({
      title: `processor time of a delivery, µs, ${of}`,
      metric: processorTime,
      of,
      gate: { atMost: 400 },
      goal: 250,
    })),
  ],
  prepare: async (stage) => {
    const redis = stage.hasRedis ? await stage.startRedis() : undefined
    const variants: Variant[] = []
    for (const { root, named } of copiesOf(stage)) {
      variants.push(await prepareVariant(named(onPostgres), { stage, root }))
      if (redis === undefined) continue
      // Each product has a queue of its own, which outlives the measurements of the others.
      const own = root === undefined ? redis : await stage.startRedis()
      variants.push(await prepareVariant(named(onRedis), { stage, root, redis: own }))
    }
    return variants
  },
})

/** Each product has a server of its own, so its processor time is not that of the products that wait. */
async function prepareVariant(name: string, context: Omit<WarmContext, 'postgres'>): Promise<Variant> {
  const { stage } = context
  const postgres = await stage.startPostgres()
  const { store, product, signalIds } = await startWarmProduct({ ...context, postgres })
  const postgresPid = await postgres.readPid()
  const readSeconds = (): number =>
    cpuSecondsOf(product.intakes[0]?.pid() ?? 0) +
    cpuSecondsOf(product.workers[0]?.pid() ?? 0) +
    cpuSecondsOfFamily(postgresPid)
  const measure = async (): Promise<Reading> => {
    const seconds = stage.scaled(10, 2)
    const requests = signRegisterEvents(store.source, Math.round(perSecond * seconds), signalIds)
    await postgres.settle()
    const client = openClient(addressOf(product.intakes[0]).port)
    try {
      const before = readSeconds()
      const { sent, p50Ms, p99Ms } = await sendAtRate({
        client,
        requests: requests.map(requestBytes),
        perSecond,
        seconds,
      })
      await waitUntilApplied(store.databaseUrl)
      const usedUs = (readSeconds() - before) * microseconds
      return { 'p50 ms': p50Ms, 'p99 ms': p99Ms, [processorTime]: usedUs / sent }
    } finally {
      client.close()
    }
  }
  return { name, measure }
}
