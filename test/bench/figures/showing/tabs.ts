import { paceReads } from '../../../../apps/console/src/web/live/pace-reads.ts'
import { defineFigure } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import {
  measureSustained,
  sustainedMetric as metric,
  readBacklogBy,
} from '../../measuring/measure-sustained.ts'
import { addressOf } from '../../stage/address-of.ts'
import { openConsoleSession } from '../../stage/open-console-session.ts'
import { openStatements } from '../../stage/start-bench-postgres.ts'

const tabs = 20
const without = 'no tab'
const watched = `${tabs} tabs`

export const consoleTabs = defineFigure({
  name: 'tabs',
  title: `Intake and worker together while the overview is open in ${tabs} tabs, and while it is not`,
  rounds: 5,
  comparisons: [
    {
      title: `intake and worker with ${tabs} tabs open / without`,
      metric,
      of: watched,
      to: without,
      gate: { atLeast: 0.97 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const redisUrl = stage.hasRedis ? (await stage.startRedis()).url : undefined
    const store = await prepareStore(postgres)
    const { databaseUrl, source } = store
    const product = await stage.startProduct({
      ...{ ...store, redisUrl, counts: { intake: 1, worker: 1, console: 1 } },
      env: { SIGNALPOST_DATA_DIR: stage.createDirectory() },
    })
    const { query, close } = await openStatements(databaseUrl)
    stage.onEnd(close)
    const headers = await openConsoleSession(databaseUrl, [source.orgId])
    const run = { ...store, ...addressOf(product.intakes[0]), stage, postgres, query }
    const measure = () => measureSustained({ ...run, readBacklog: readBacklogBy(query) })
    const base = `http://127.0.0.1:${addressOf(product.consoles[0]).port}/console/api/w/${source.orgId}`
    return [
      { name: without, measure },
      {
        name: watched,
        measure: async () => {
          const closing = new AbortController()
          const open = Array.from({ length: tabs }, () => followOverview(base, headers, closing.signal))
          const broken = Promise.all(open).then((): never => {
            throw new Error('The streams ended.')
          })
          try {
            return await Promise.race([measure(), broken])
          } finally {
            closing.abort()
            await Promise.all(open)
          }
        },
      },
    ]
  },
})

/** Does what an open overview does, without drawing it: reads it again whenever the stream says that something moved. */
async function followOverview(base: string, headers: { cookie: string }, signal: AbortSignal): Promise<void> {
  const read = async (path: string): Promise<void> => {
    const answer = await fetch(`${base}/${path}`, { headers, signal })
    // A store that has no time left for it; the page says that it cannot see.
    if (!answer.ok && answer.status !== 503) throw new Error(`${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  try {
    const stream = await fetch(`${base}/stream`, { headers, signal })
    if (!stream.ok || stream.body === null) throw new Error(`the stream answered ${stream.status}`)
    const failed = Promise.withResolvers<never>()
    const readAgain = paceReads(() =>
      Promise.all([read('overview'), read('overview/hours')]).catch(failed.reject),
    )
    await Promise.race([failed.promise, hear(stream.body, () => readAgain(['deliveries']))])
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function hear(stream: AsyncIterable<Uint8Array>, onEvent: () => void): Promise<void> {
  for await (const _event of stream) onEvent()
  throw new Error('the stream ended')
}
