import { defineFigure, type Variant } from '../../define-figure.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { prepareApi } from '../../filling/prepare-api.ts'
import { saturate } from '../../load/saturate.ts'

const connections = 32
const signals = 20_000
const metric = 'answers/s'

export const readOne = defineFigure({
  name: 'read-one',
  title: 'GET /v1/results/{id}, 32 connections',
  comparisons: [
    {
      title: 'GET /v1/results/{id} / bare Express handler',
      metric,
      of: 'API',
      to: 'bare Express handler',
      gate: { atLeast: 0.7 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const api = await prepareApi(stage, postgres, ({ databaseUrl, source }) =>
      fillSignals(databaseUrl, { ...source, count: signals }),
    )
    const bare = await stage.startBaseline('bare-api', {
      DATABASE_URL: api.databaseUrl,
      ORG_ID: api.source.orgId,
    })
    const requests = Array.from({ length: signals }, (_, index) => ({
      method: 'GET' as const,
      path: `/v1/results/sig_${String(((index * 7919) % signals) + 1).padStart(8, '0')}`,
      headers: api.headers,
    }))
    const measured = (name: string, { port, pid }: { port: number; pid: number }): Variant => ({
      name,
      measure: async () => {
        const seconds = Math.ceil(stage.scaled(4, 2))
        const reading = await saturate({ port, pid, requests, seconds, connections })
        const { perSecond, p50Ms, p99Ms, cpuUs } = reading
        return { [metric]: perSecond, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'CPU µs each': cpuUs }
      },
    })
    return [measured('API', api), measured('bare Express handler', bare)]
  },
})
