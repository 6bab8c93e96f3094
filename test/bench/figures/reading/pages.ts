import { setTimeout as delay } from 'node:timers/promises'
import { defineFigure, type Reading } from '../../define-figure.ts'
import { type PagePaths, pagePaths } from '../../filling/pages/page-paths.ts'
import { preparePages } from '../../filling/pages/prepare-pages.ts'
import { createKey, unlimited } from '../../filling/prepare-api.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { openConsoleSession } from '../../stage/open-console-session.ts'

const metric = 'p95 ms'
/** Readings of the overview are shared for a second. */
const sharedMs = 1_010
const groups = ['overview', 'deliveries', 'signals', 'alerts', 'others', 'API']

export const pages = defineFigure({
  name: 'pages',
  title: 'Every list and read of the console over 10 million deliveries and a million signals, one at a time',
  isLong: true,
  comparisons: groups.map((group) => ({
    title: `slowest p95 of ${group === 'overview' ? 'the overview' : group}, ms`,
    ...{ metric, of: group },
    // The specification sets the gate for these.
    ...((group === 'overview' || group === 'deliveries') && { gate: { atMost: 100 } }),
  })),
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const store = await preparePages(postgres, {
      deliveries: stage.isQuick ? 200_000 : 10_000_000,
      signals: stage.isQuick ? 20_000 : 1_000_000,
      tell: stage.tell,
    })
    const { databaseUrl, masterKey, workspaces } = store
    await postgres.settle()
    const product = await stage.startProduct({
      ...{ databaseUrl, masterKey, counts: { console: 1, api: 1 } },
      env: { ...unlimited, SIGNALPOST_DATA_DIR: stage.createDirectory() },
    })
    const orgIds = workspaces.map(({ orgId }) => orgId)
    const [orgId = ''] = orgIds
    const console = {
      client: openClient(addressOf(product.consoles[0]).port),
      headers: await openConsoleSession(databaseUrl, orgIds),
    }
    const api = {
      client: openClient(addressOf(product.apis[0]).port),
      headers: await createKey({ databaseUrl, orgId }),
    }
    stage.onEnd(() => {
      console.client.close()
      api.client.close()
    })
    const paths: PagePaths = await pagePaths(store)
    return groups.map((group) => ({
      name: group,
      measure: async (): Promise<Reading> => {
        const { client, headers } = group === 'API' ? api : console
        let slowest = 0
        for (const [words, path] of Object.entries(paths[group] ?? {})) {
          const request = requestBytes({ method: 'GET', path, headers })
          const durationsMs: number[] = []
          const count = Math.ceil(stage.scaled(group === 'overview' ? 60 : 200, 10))
          for (let asked = 0; asked < count; asked += 1) {
            if (group === 'overview') await delay(sharedMs)
            const startedAtMs = performance.now()
            const { status } = await client.send(request)
            durationsMs.push(performance.now() - startedAtMs)
            if (status !== 200) throw new Error(`${path} answered ${status}`)
          }
          const [p50, p95] = [percentileOf(durationsMs, 0.5), percentileOf(durationsMs, 0.95)]
          if (!stage.isWarmingUp) stage.tell(`| ${group}: ${words} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
          slowest = Math.max(slowest, p95)
        }
        return { [metric]: slowest }
      },
    }))
  },
})
