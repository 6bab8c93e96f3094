import { defineFigure, type Reading } from '../../define-figure.ts'
import { fillRecords } from '../../filling/pages/fill-records.ts'
import { prepareApi } from '../../filling/prepare-api.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { nameOfOther } from '../../stage/copies-of.ts'

const metrics = { worst: 'worst p50 ms', median: 'median p50 ms' }
const name = 'rare filters'
const asked = 40

/** Few signals have these values, or none. */
const filters: Readonly<Record<string, string>> = {
  'a rare platform': 'source=hackernews',
  'a platform that none has': 'source=youtube',
  'a rare classification': 'classification=noise',
  'a classification that none has': 'classification=hiring_now',
  'a category that none has': 'signalCategory=real_estate',
  'a version of scores that none has': 'scoreVersion=3',
  'two frequent values that none has together': 'source=reddit&urgency=high',
  'a rare platform with a frequent urgency': 'source=hackernews&urgency=high',
  'a platform that none has, of a listener': 'source=youtube&listenerId=lsn_3',
  'a listener that none has': 'listenerId=lsn_none',
  'an account that none has': 'accountKey=n:none',
  'an assignee that none has': 'assignedTo=usr_none',
  'a rare assignee': 'assignedTo=usr_rare',
  'a rare verdict': 'verdict=bad',
  'a rare verdict of a rare platform': 'verdict=bad&source=hackernews',
  'a rare platform, unread': 'source=hackernews&read=false',
  'a platform that none has, alerted': 'source=youtube&alerted=true',
  'a score that none has': 'minScore=100&source=youtube',
  'a time in which there is none':
    'postedAfter=2020-01-01T00:00:00.000Z&postedBefore=2020-01-02T00:00:00.000Z',
}

export const rareFilter = defineFigure({
  name: 'rare-filter',
  title: 'GET /v1/results with filters that few or none of a million signals meet, one at a time',
  isLong: true,
  comparisons: [
    { title: 'slowest filter, p50 ms', metric: metrics.worst, of: name, gate: { atMost: 50 } },
    { title: 'median filter, p50 ms', metric: metrics.median, of: name },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const signals = stage.isQuick ? 20_000 : 1_000_000
    const prepare = async (root?: string) => {
      const api = await prepareApi(
        stage,
        postgres,
        async ({ databaseUrl, masterKey, source: { orgId, sourceId } }) => {
          stage.tell(`stores ${signals} signals`)
          const workspaces = [orgId, 'org_middle', 'org_small'].map((one) => ({
            orgId: one,
            sourceIds: [sourceId],
          }))
          await fillRecords({ databaseUrl, masterKey, workspaces, nowMs: Date.now() }, { signals })
        },
        { root },
      )
      const client = openClient(api.port)
      stage.onEnd(client.close)
      const measure = async (): Promise<Reading> => {
        const medians: number[] = []
        for (const [words, query] of Object.entries(filters)) {
          const path = `/v1/results?${query}`
          const request = requestBytes({ method: 'GET', path, headers: api.headers })
          const durationsMs: number[] = []
          for (let count = 0; count < stage.scaled(asked, 5); count += 1) {
            const startedAtMs = performance.now()
            const { status } = await client.send(request)
            durationsMs.push(performance.now() - startedAtMs)
            if (status !== 200) throw new Error(`${path} answered ${status}`)
          }
          const [p50, p95] = [percentileOf(durationsMs, 0.5), percentileOf(durationsMs, 0.95)]
          if (!stage.isWarmingUp) stage.tell(`| ${words} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
          medians.push(p50)
        }
        return { [metrics.worst]: Math.max(...medians), [metrics.median]: percentileOf(medians, 0.5) }
      }
      return measure
    }
    const variants = [{ name, measure: await prepare() }]
    if (stage.otherRoot === undefined) return variants
    return [...variants, { name: nameOfOther(name), measure: await prepare(stage.otherRoot) }]
  },
})
