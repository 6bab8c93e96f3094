import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { defineFigure } from '../../define-figure.ts'
import { fillDeals } from '../../filling/fill-deals.ts'
import { prepareApi } from '../../filling/prepare-api.ts'
import { residentBytesOf } from '../../measuring/process-use.ts'

const speed = 'deals/s'
const growth = 'growth MiB'
const mebibyte = 1024 * 1024
const sampleIntervalMs = 10

export const exportDeals = defineFigure({
  name: 'export-deals',
  title: 'GET /v1/exports/pipeline.csv of a million deals',
  rounds: 5,
  comparisons: [
    {
      title: 'CSV of a million deals / COPY … TO STDOUT of the same columns',
      metric: speed,
      of: 'API',
      to: 'COPY',
      gate: { atLeast: 0.5 },
    },
    {
      title: 'memory growth of the API during the CSV, MiB',
      metric: growth,
      of: 'API',
      gate: { atMost: 200 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const count = stage.scaled(1_000_000, 100_000)
    const api = await prepareApi(stage, postgres, ({ databaseUrl, source }) =>
      fillDeals(databaseUrl, { ...source, count }),
    )
    const client = new pg.Client({ connectionString: api.databaseUrl })
    await client.connect()
    stage.onEnd(() => client.end())
    // The first export warms the process up: memory that it always needs is not growth.
    let before = Number.NaN
    return [
      {
        name: 'API',
        measure: async () => {
          if (Number.isNaN(before)) before = residentBytesOf(api.pid)
          let peak = 0
          const watch = setInterval(() => {
            peak = Math.max(peak, residentBytesOf(api.pid))
          }, sampleIntervalMs)
          try {
            const startedAtMs = performance.now()
            const path = `http://127.0.0.1:${api.port}/v1/exports/pipeline.csv`
            const [response]: IncomingMessage[] = await once(get(path, { headers: api.headers }), 'response')
            if (response?.statusCode !== 200) throw new Error(`an answer ${response?.statusCode}`)
            const lines = await countLines(response)
            if (lines !== count + 1) throw new Error(`${lines} lines instead of ${count + 1}`)
            const seconds = (performance.now() - startedAtMs) / 1000
            return { [speed]: count / seconds, [growth]: (peak - before) / mebibyte }
          } finally {
            clearInterval(watch)
          }
        },
      },
      {
        name: 'COPY',
        measure: async () => {
          const startedAtMs = performance.now()
          const lines = await countLines(client.query(copyTo(copyStatement)))
          if (lines !== count + 1) throw new Error(`${lines} lines instead of ${count + 1}`)
          return { [speed]: (count * 1000) / (performance.now() - startedAtMs) }
        },
      },
    ]
  },
})

const newline = 10

async function countLines(stream: Readable): Promise<number> {
  let lines = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1
  }
  return lines
}

const copyStatement = `
  copy (
    select deal_id as id, document ->> 'name' as name, document ->> 'accountKey' as "accountKey",
           document ->> 'signalId' as "signalId", stage, document -> 'value' ->> 'amount' as value,
           document -> 'value' ->> 'currency' as currency, document ->> 'ownerId' as "ownerId",
           state -> 'first' -> 'members' ->> 'createdAt' as "createdAt", document ->> 'updatedAt' as "updatedAt"
    from (select *, state -> 'last' -> 'document' as document from deals order by created_at desc, deal_id desc) d
  ) to stdout (format csv, header)`
