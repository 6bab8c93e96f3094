import { defineFigure, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'

const perSecond = 2_000
const metric = 'p99 ms'
const ceiling = 'bare ceiling'
const onPostgres = 'intake and worker, PostgreSQL'
const onRedis = 'intake and worker, Redis'
const judged = { metric, to: ceiling, gate: { atMost: 3 }, goal: 1.5 }

export const ackLatency = defineFigure({
  name: 'ack-latency',
  title: 'Time to the 202 at 2,000 deliveries a second, the worker running',
  rounds: 5,
  comparisons: [
    { ...judged, title: 'ack p99 at 2,000/s / p99 of the ceiling, Redis backend', of: onRedis },
    { ...judged, title: 'ack p99 at 2,000/s / p99 of the ceiling, PostgreSQL backend', of: onPostgres },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const variants: Variant[] = []
    const ratedVariant = (
      name: string,
      { port, store }: { port: number; store: Awaited<ReturnType<typeof prepareStore>> },
    ): Variant => ({
      name,
      measure: async () => {
        const seconds = stage.scaled(10, 2)
        const requests = signDeliveries(store.source, Math.round(perSecond * seconds)).map(requestBytes)
        await postgres.settle()
        const client = openClient(port)
        try {
          const { p50Ms, p99Ms } = await sendAtRate({ client, requests, perSecond, seconds })
          await waitUntilApplied(store.databaseUrl)
          return { 'p50 ms': p50Ms, [metric]: p99Ms }
        } finally {
          client.close()
        }
      },
    })
    const store = await prepareStore(postgres)
    const { port } = await stage.startBaseline('ceiling-intake', { SECRET: store.source.secret })
    variants.push(ratedVariant(ceiling, { port, store }))

    const counts = { intake: 1, worker: 1 }
    const product = await stage.startProduct({ ...store, counts })
    variants.push(ratedVariant(onPostgres, { ...addressOf(product.intakes[0]), store }))
    if (!stage.hasRedis) return variants
    const redis = await stage.startRedis()
    const redisStore = await prepareStore(postgres)
    const productOnRedis = await stage.startProduct({ ...redisStore, redisUrl: redis.url, counts })
    variants.push(ratedVariant(onRedis, { ...addressOf(productOnRedis.intakes[0]), store: redisStore }))
    return variants
  },
})
