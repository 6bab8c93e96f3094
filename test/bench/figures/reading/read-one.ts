import { defineFigure, type Variant } from '../../define-figure.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { type PreparedApi, prepareApi } from '../../filling/prepare-api.ts'
import type { PreparedStore } from '../../filling/prepare-store.ts'
import { saturate } from '../../load/saturate.ts'
import { nameOfOther } from '../../stage/copies-of.ts'

const connections = 32
const signals = 20_000
const metric = 'answers/s'

export const readOne = defineFigure({
  name: 'read-one',
  title: 'GET /v1/results/{id}, 32 connections',
  isGate: true,
  comparisons: [
    {
      title: 'GET /v1/results/{id} / bare Express handler',
      metric,
      of: 'API',
      to: 'bare Express handler',
      gate: { atLeast: 0.85 },
      goal: 0.95,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const fill = ({ databaseUrl, source }: PreparedStore) =>
      fillSignals(databaseUrl, { ...source, count: signals })
    const api = await prepareApi(stage, postgres, fill)
    const bare = await stage.startBaseline('bare-api', {
      DATABASE_URL: api.databaseUrl,
      ORG_ID: api.source.orgId,
    })
    const measured = (
      name: string,
      { port, pid, headers }: { port: number; pid: number; headers: PreparedApi['headers'] },
    ): Variant => ({
      name,
      measure: async () => {
        const requests = Array.from({ length: signals }, (_, index) => ({
          method: 'GET' as const,
          path: `/v1/results/sig_${String(((index * 7919) % signals) + 1).padStart(8, '0')}`,
          headers,
        }))
        const seconds = stage.saturationSeconds()
        const reading = await saturate({ port, pid, requests, seconds, connections })
        const { perSecond, p50Ms, p99Ms, cpuUs } = reading
        return { [metric]: perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'CPU µs each': cpuUs }
      },
    })
    const variants = [
      measured('API', api),
      measured('bare Express handler', { ...bare, headers: api.headers }),
    ]
    if (stage.otherRoot === undefined) return variants
    const other = await prepareApi(stage, postgres, fill, { root: stage.otherRoot })
    return [...variants, measured(nameOfOther('API'), other)]
  },
})
