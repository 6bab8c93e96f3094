import { defineFigure, type Variant } from '../../define-figure.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { type PreparedApi, prepareApi } from '../../filling/prepare-api.ts'
import { type Client, openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { medianOf } from '../../results/sample-statistics.ts'

const depth = 1_000
const metric = 'median ms'
const requestsAtOnce = 100
const list = '/v1/results'

export const pageDepth = defineFigure({
  name: 'page-depth',
  title: 'Pages of /v1/results over a million signals, one request at a time',
  // Short and many, because a page takes little longer than the machine's noise.
  rounds: 9,
  comparisons: [
    {
      title: 'page 1,000 / page 1 of /v1/results',
      metric,
      of: 'page 1,000',
      to: 'page 1',
      gate: { atMost: 1.2 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const count = stage.scaled(1_000_000, 100_000)
    const api = await prepareApi(stage, postgres, ({ databaseUrl, source }) =>
      fillSignals(databaseUrl, { ...source, count }),
    )
    const client = openClient(api.port)
    stage.onEnd(() => client.close())
    stage.tell(`walks to page ${depth}`)
    const deep = await walk(client, api, depth)
    const measured = (name: string, path: string): Variant => ({
      name,
      measure: async () => {
        const request = requestBytes({ method: 'GET', path, headers: api.headers })
        const durationsMs: number[] = []
        for (let asked = 0; asked < requestsAtOnce; asked += 1) {
          const startedAtMs = performance.now()
          await client.send(request)
          durationsMs.push(performance.now() - startedAtMs)
        }
        return { [metric]: medianOf(durationsMs) }
      },
    })
    return [measured('page 1', list), measured('page 1,000', deep)]
  },
})

/** Follows the pages like a client. Returns the path of the page. */
async function walk(client: Client, { headers }: PreparedApi, page: number): Promise<string> {
  let path = list
  for (let reached = 1; reached < page; reached += 1) {
    const answer = await client.send(requestBytes({ method: 'GET', path, headers }))
    const { nextCursor } = JSON.parse(answer.body.toString('utf8'))
    if (typeof nextCursor !== 'string') throw new Error(`page ${reached} is the last: ${answer.status}`)
    path = `${list}?cursor=${encodeURIComponent(nextCursor)}`
  }
  return path
}
