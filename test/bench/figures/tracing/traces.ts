import { join } from 'node:path'
import { type Comparison, defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { saturate } from '../../load/saturate.ts'
import { applyingMetric, measureApplying } from '../../measuring/measure-applying.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../../stage/start-bench-postgres.ts'

const connections = 64
const mostPerSecond = 30_000
const cutOut = join(import.meta.dirname, '../../without-tracing.ts')
const states = ['cut out', 'cut out again', 'off', 'on'] as const
const intakeMetric = 'CPU µs each'

type State = (typeof states)[number]
type Context = { stage: Stage; postgres: BenchPostgres; collectorUrl: string }

const intakeName = (state: State): string => `intake, tracing ${state}`
const workerName = (state: State): string => `worker, tracing ${state}`

/**
 * The base is the product with tracing cut out of its code. Off must cost nothing: no more than the base, within what two
 * measurements of the base differ by.
 */
export const traces = defineFigure({
  name: 'traces',
  title: 'Tracing cut out, off, and on with a collector, at intake and worker',
  comparisons: [
    ...comparisonsOf({ where: 'intake', nameOf: intakeName, metric: intakeMetric, offGate: { atMost: 1 } }),
    ...comparisonsOf({
      where: 'applying',
      nameOf: workerName,
      metric: applyingMetric,
      offGate: { atLeast: 1 },
    }),
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const { port } = await stage.startBaseline('otlp-receiver')
    const context = { stage, postgres, collectorUrl: `http://127.0.0.1:${port}` }
    const variants: Variant[] = []
    for (const state of states) variants.push(await intakeVariant(context, state))
    for (const state of states) {
      variants.push({ name: workerName(state), measure: () => measureWorker(context, state) })
    }
    return variants
  },
})

function comparisonsOf({
  where,
  nameOf,
  metric,
  offGate,
}: {
  where: string
  nameOf: (state: State) => string
  metric: string
  offGate: NonNullable<Comparison['gate']>
}): Comparison[] {
  const isCost = 'atMost' in offGate
  return [
    {
      title: `${where}, the noise: cut out again / cut out`,
      metric,
      of: nameOf('cut out again'),
      to: nameOf('cut out'),
    },
    {
      title: `${where}, ${metric}: tracing off / cut out`,
      metric,
      of: nameOf('off'),
      to: nameOf('cut out'),
      gate: offGate,
      noise: nameOf('cut out again'),
    },
    {
      title: `${where}, ${metric}: tracing on / off`,
      metric,
      of: nameOf('on'),
      to: nameOf('off'),
      gate: isCost ? { atMost: 1 / 0.95 } : { atLeast: 0.95 },
    },
  ]
}

async function intakeVariant({ stage, postgres, collectorUrl }: Context, state: State): Promise<Variant> {
  const store = await prepareStore(postgres)
  const { intakes } = await stage.startProduct({
    ...store,
    counts: { intake: 1 },
    env: envOf(state, collectorUrl),
  })
  return {
    name: intakeName(state),
    measure: async () => {
      const seconds = Math.ceil(stage.scaled(4, 2))
      const requests = signDeliveries(store.source, seconds * mostPerSecond)
      await postgres.settle()
      const { perSecond, cpuUs } = await saturate({
        ...addressOf(intakes[0]),
        requests,
        seconds,
        connections,
      })
      return { [intakeMetric]: cpuUs, 'deliveries/s': perSecond }
    },
  }
}

function measureWorker({ collectorUrl, ...context }: Context, state: State): Promise<Reading> {
  return measureApplying({ ...context, env: envOf(state, collectorUrl), beforeApplying: nameSpans })
}

/** Each request names a sampled span, as it does where intakes trace. */
async function nameSpans(databaseUrl: string): Promise<void> {
  await runStatement(
    databaseUrl,
    `update requests set traceparent = '00-' || md5(random()::text) || '-' || substr(md5(random()::text), 1, 16) || '-01'`,
  )
}

function envOf(state: State, collectorUrl: string): Record<string, string> {
  if (state === 'on') return { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl }
  return state === 'off' ? {} : { NODE_OPTIONS: `--import=${cutOut}` }
}
