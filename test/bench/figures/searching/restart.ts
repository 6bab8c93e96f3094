import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@signalpost/domain'
import { platformStandIns } from '@signalpost/testing/platforms'
import pg from 'pg'
import { defineFigure, type Reading } from '../../define-figure.ts'
import { fillListeners, minutesBetweenRuns } from '../../filling/fill-listeners.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { createKey, unlimited } from '../../filling/prepare-api.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAtRate } from '../../load/send-at-rate.ts'
import { residentBytesOf } from '../../measuring/process-use.ts'
import { readHeldMiB, reportingMemory } from '../../measuring/read-held-memory.ts'
import { medianOf, percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import type { Stage } from '../../stage/stage.ts'

const searchesEach = 10
const postsEach = 3
const signals = 20_000
const perSecond = 50
const slices = 5
const limitMs = 30 * minuteMs
const mebibyte = 1024 * 1024
const searcher = 'searcher'
const alone = 'API alone'
const beside = 'API beside the searcher'

export const searchingRestart = defineFigure({
  name: 'searching-restart',
  title: '1,000 listeners of 10 searches each, all overdue when the searcher starts',
  isLong: true,
  rounds: 1,
  comparisons: [
    {
      ...{ title: 'time from the first run to the last, s', metric: 'spread s', of: searcher },
      gate: { atLeast: 300 },
    },
    {
      ...{ title: 'lateness / period, p95', metric: 'p95 periods late', of: searcher },
      gate: { atMost: 1 },
    },
    { title: 'most memory of the searcher, MiB', metric: 'MiB', of: searcher, gate: { atMost: 300 } },
    {
      ...{ title: 'p99 of the API beside it / alone', metric: 'p99 ms', of: beside, to: alone },
      ...{ gate: { atMost: 1.1 }, tolerated: 2 },
    },
  ],
  prepare: async (stage) => {
    const readings = await measureRestart(stage)
    return [searcher, alone, beside].map((name) => ({ name, measure: async () => readings[name] ?? {} }))
  },
})

/** One restart measures everything at once. */
async function measureRestart(stage: Stage): Promise<Record<string, Reading>> {
  const stand = await platformStandIns.hackernews?.(postsOf(searchesEach * postsEach))
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  stage.onEnd(() => stand.close())
  const store = await prepareStore(await stage.startPostgres())
  await fillSignals(store.databaseUrl, { ...store.source, count: signals })
  const count = Math.round(stage.isQuick ? 50 : 1_000)
  await fillListeners(store, { count, searchesEach, url: stand.url })
  const reportPath = join(stage.createDirectory(), 'memory')
  const product = await stage.startProduct({
    ...{ ...store, counts: { intake: 1, worker: 1, api: 1 } },
    env: {
      ...{ ...unlimited, ...reportingMemory(reportPath) },
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    },
  })
  const { orgId } = store.source
  const headers = await createKey({ databaseUrl: store.databaseUrl, orgId })
  const ask = () => measureApi({ port: addressOf(product.apis[0]).port, headers, stage })

  stage.tell('measures the API alone')
  // A cold API on a busy machine may refuse some.
  await ask().catch(() => undefined)
  const before = await ask()
  stage.tell('starts the searcher')
  const startedAtMs = Date.now()
  const process = await product.addProcess('searcher')
  const { pid } = addressOf(process)
  let residentMiB = 0
  const watching = setInterval(() => {
    residentMiB = Math.max(residentMiB, residentBytesOf(pid) / mebibyte)
  }, 500)
  stage.onEnd(() => clearInterval(watching))
  const during = await ask()
  const runs = await waitForRuns(stage, { ...store, startedAtMs, count })
  clearInterval(watching)
  const heldMiB = await readHeldMiB(process, reportPath)
  if (product.collapses().length > 0) throw new Error(product.collapses().join('; '))
  stage.tell('measures the API alone again')
  const after = await ask()
  const lateMs = runs.map((at) => at - startedAtMs)
  return {
    [searcher]: {
      'spread s': (Math.max(...runs) - Math.min(...runs)) / 1_000,
      'p95 periods late': percentileOf(lateMs, 0.95) / (minutesBetweenRuns * minuteMs),
      MiB: residentMiB,
      'MiB held in the end': heldMiB,
      requests: stand.requests.length,
    },
    [alone]: { 'p99 ms': medianOf([...before, ...after]) },
    [beside]: { 'p99 ms': medianOf(during) },
  }
}

/** Reads pages and signals at a fixed rate. Returns the p99 of each slice of time. */
async function measureApi({
  port,
  headers,
  stage,
}: {
  port: number
  headers: Record<string, string>
  stage: Stage
}): Promise<number[]> {
  const seconds = stage.isQuick ? 2 : 12
  const requests = Array.from({ length: perSecond * seconds }, (_, index) =>
    requestBytes({
      ...{ method: 'GET', headers },
      path:
        index % 2 === 0
          ? '/v1/results?limit=20'
          : `/v1/results/sig_${String(((index * 7919) % signals) + 1).padStart(8, '0')}`,
    }),
  )
  const p99s: number[] = []
  for (let slice = 0; slice < slices; slice += 1) {
    const client = openClient(port)
    try {
      const { p99Ms } = await sendAtRate({ client, requests, perSecond, seconds, expectedStatus: 200 })
      p99s.push(p99Ms)
    } finally {
      client.close()
    }
  }
  return p99s
}

/** Waits until each listener ran once. Returns when each did. */
async function waitForRuns(
  stage: Stage,
  { databaseUrl, startedAtMs, count }: { databaseUrl: string; startedAtMs: number; count: number },
): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ at: Date }>(
        'select last_run_at as at from listener_schedules where last_run_at >= $1',
        [new Date(startedAtMs)],
      )
      if (rows.length === count) return rows.map(({ at }) => at.getTime())
      if (Date.now() > startedAtMs + limitMs)
        throw new Error(`Only ${rows.length} of ${count} listeners ran.`)
      stage.tell(`${rows.length} of ${count} listeners ran`)
      await sleep(5_000)
    }
  } finally {
    await client.end()
  }
}

function postsOf(count: number) {
  return Array.from({ length: count }, (_, id) => ({
    ...{ id: id + 1, author: `author${id}`, publishedAtMs: Date.now() - (id + 1) * minuteMs },
    title: `What do you use instead of tool ${id % searchesEach}, number ${id}?`,
    text: `We tried tool ${id % searchesEach} for a year. It is slow, and support takes a week to answer.`,
  }))
}
