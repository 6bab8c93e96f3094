import { setTimeout as sleep } from 'node:timers/promises'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { type PreparedApi, prepareApi } from '../../filling/prepare-api.ts'
import { type Client, openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { copiesOf } from '../../stage/copies-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import type { Stage } from '../../stage/stage.ts'
import type { BenchPostgres } from '../../stage/start-bench-postgres.ts'

const perSecond = 200
// Polling for each would load the API more than the deliveries do.
const watchedEvery = 8
const lookIntervalMs = 1
const patienceMs = 30_000

export const visible = defineFigure({
  name: 'visible',
  title: 'From the 202 until GET /v1/results/{id} shows the signal, 200 deliveries a second',
  isGate: true,
  comparisons: ['PostgreSQL', 'Redis'].flatMap((of) => [
    {
      title: `accepted to visible, p50 ms, ${of} backend`,
      metric: 'p50 ms',
      of,
      gate: { atMost: 10 },
      goal: 5,
    },
    {
      title: `accepted to visible, p99 ms, ${of} backend`,
      metric: 'p99 ms',
      of,
      gate: { atMost: 50 },
      goal: 30,
    },
  ]),
  prepare: async (stage) => {
    const variants: Variant[] = []
    for (const { root, named } of copiesOf(stage)) {
      // A server for each copy: together they would need more connections than one takes.
      const postgres = await stage.startPostgres()
      const onPostgres = await prepareRun(stage, { postgres, root })
      variants.push({ name: named('PostgreSQL'), measure: () => measure(stage, onPostgres) })
      if (!stage.hasRedis) continue
      const { url: redisUrl } = await stage.startRedis()
      const onRedis = await prepareRun(stage, { postgres, root, redisUrl })
      variants.push({ name: named('Redis'), measure: () => measure(stage, onRedis) })
    }
    return variants
  },
})

type Run = { api: PreparedApi; intakePort: number }

async function prepareRun(
  stage: Stage,
  { postgres, root, redisUrl }: { postgres: BenchPostgres; root: string | undefined; redisUrl?: string },
): Promise<Run> {
  const api = await prepareApi(stage, postgres, async () => undefined, { root })
  const { databaseUrl, masterKey } = api
  const counts = { intake: 1, worker: 1 }
  const product = await stage.startProduct({ databaseUrl, masterKey, redisUrl, root, counts })
  return { api, intakePort: addressOf(product.intakes[0]).port }
}

async function measure(stage: Stage, { api, intakePort }: Run): Promise<Reading> {
  // A percentile of fewer says little.
  const seconds = Math.max(3, stage.scaled(6, 3))
  const deliveries = signDeliveries(api.source, Math.round(perSecond * seconds))
  const intakeClient = openClient(intakePort)
  const apiClient = openClient(api.port)
  const looking: Promise<number>[] = []
  try {
    await sendAtRate({
      client: intakeClient,
      requests: deliveries.map(requestBytes),
      perSecond,
      seconds,
      onAnswer: (_answer, index) => {
        const signalId = deliveries[index]?.signalId
        if (index % watchedEvery !== 0 || signalId === undefined) return
        const watched = untilVisible(apiClient, { ...api, signalId })
        // The error is thrown below; until then it must not be an unhandled rejection.
        watched.catch(() => undefined)
        looking.push(watched)
      },
    })
    const durationsMs = await Promise.all(looking)
    return { 'p50 ms': percentileOf(durationsMs, 0.5), 'p99 ms': percentileOf(durationsMs, 0.99) }
  } finally {
    intakeClient.close()
    apiClient.close()
  }
}

async function untilVisible(
  client: Client,
  { headers, signalId }: { headers: Record<string, string>; signalId: string },
): Promise<number> {
  const startedAtMs = performance.now()
  const request = requestBytes({ method: 'GET', path: `/v1/results/${signalId}`, headers })
  for (;;) {
    const { status } = await client.send(request)
    const durationMs = performance.now() - startedAtMs
    if (status === 200) return durationMs
    if (status !== 404 || durationMs > patienceMs) throw new Error(`${signalId} is not visible: ${status}`)
    await sleep(lookIntervalMs)
  }
}
