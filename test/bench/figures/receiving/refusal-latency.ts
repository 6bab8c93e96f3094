import { randomBytes } from 'node:crypto'
import { copyProduct } from '../../../support/product/copy-product.ts'
import { createSources } from '../../../support/sending/create-sources.ts'
import { defineFigure, type Reading } from '../../define-figure.ts'
import { type Client, openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import type { Stage } from '../../stage/stage.ts'
import type { BenchPostgres } from '../../stage/start-bench-postgres.ts'

const explained = 'refusals are explained'
const unexplained = 'refusals are not explained'
const compared = { of: explained, to: unexplained }
const requests = 20_000
/** More than an intake examines in a second, so that it is always at it. */
const sourcesEach = 20
const unauthorized = 401

type Refusing = { client: Client; requests: () => Buffer[] }

export const refusalLatency = defineFigure({
  name: 'refusal-latency',
  title: 'Time to a 401 for a wrong secret, 20,000 requests to two intakes in turns',
  comparisons: [
    {
      ...{ ...compared, title: 'median of refusals that are explained / that are not', metric: 'p50 ms' },
      ...{ gate: { atMost: 1.05 }, tolerated: 0.02 },
    },
    {
      ...{ ...compared, title: 'p99 of refusals that are explained / that are not', metric: 'p99 ms' },
      ...{ gate: { atMost: 1.1 }, tolerated: 0.1 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const refusing = {
      [explained]: await startRefusing(stage, { postgres }),
      [unexplained]: await startRefusing(stage, { postgres, root: copyThatExplainsNothing(stage) }),
    }
    // One run of requests in turns measures both.
    let measured: Record<string, Reading> = {}
    const measure = async (name: string): Promise<Reading> => {
      if (measured[name] === undefined) {
        await postgres.settle()
        measured = await refuseInTurns(refusing, Math.round(stage.scaled(requests, 2_000) / 2))
      }
      const reading = measured[name] ?? {}
      delete measured[name]
      return reading
    }
    return [explained, unexplained].map((name) => ({ name, measure: () => measure(name) }))
  },
})

function copyThatExplainsNothing(stage: Stage): string {
  const copy = copyProduct()
  stage.onEnd(copy.remove)
  copy.change('apps/intake/src/rejections/examine-rejections.ts', [
    ['if (waiting >= waitingAtMost || !budget.take(refused)) {', 'if (budget !== undefined) {'],
  ])
  return copy.root
}

/** Starts an intake that refuses all that it is sent. */
async function startRefusing(
  stage: Stage,
  { postgres, root }: { postgres: BenchPostgres; root?: string },
): Promise<Refusing> {
  const store = {
    databaseUrl: await postgres.createDatabase(),
    masterKey: randomBytes(32).toString('base64'),
  }
  const [sources = []] = await createSources(store, { orgIds: ['org_bench'], sourcesEach })
  const product = await stage.startProduct({ ...store, root, counts: { intake: 1 } })
  const client = openClient(addressOf(product.intakes[0]).port)
  stage.onEnd(client.close)
  return {
    client,
    requests: () =>
      sources.map((source) => {
        const [request] = signDeliveries({ ...source, secret: 'a secret from elsewhere' }, 1)
        if (request === undefined) throw new Error('No request was made.')
        return requestBytes(request)
      }),
  }
}

/** Sends `pairs` requests to each, one at a time; the one that is first takes turns. */
async function refuseInTurns(
  refusing: Record<string, Refusing>,
  pairs: number,
): Promise<Record<string, Reading>> {
  const taking = Object.entries(refusing).map(([name, { client, requests }]) => ({
    ...{ name, client, requests: requests(), latenciesMs: [] as number[] },
  }))
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const { client, requests, latenciesMs } of pair % 2 === 0 ? taking : taking.toReversed()) {
      const startedAtMs = performance.now()
      const { status } = await client.send(requests[pair % requests.length] ?? Buffer.alloc(0))
      latenciesMs.push(performance.now() - startedAtMs)
      if (status !== unauthorized) throw new Error(`an answer ${status}`)
    }
  }
  const readings = taking.map(({ name, latenciesMs }) => [
    name,
    { 'p50 ms': percentileOf(latenciesMs, 0.5), 'p99 ms': percentileOf(latenciesMs, 0.99) },
  ])
  // The cast: the entries are those of `refusing`.
  return Object.fromEntries(readings) as Record<string, Reading>
}
