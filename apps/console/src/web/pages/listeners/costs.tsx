import { namePlatform } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { wordsOfSeconds } from '../../text/moments.ts'
import type { Listener } from './listener-type.ts'

type Costs = NonNullable<Listener['own']>['costs']

/** One thing that was asked: a platform by what its quota counts, or a model. */
type Row = {
  name: string
  asked: { count: number; unit: string }
  /** What the requests took of the quota, where that is something else. */
  took: { count: number; unit: string } | undefined
  pages: number | undefined
  quotas: readonly string[]
}

/** What its runs asked of platforms and models, and against which quotas that counts. */
export function CostsOfListener({ costs }: { costs: Costs }): ReactNode {
  const { days, runs } = costs
  const rows = rowsOf(costs)
  return (
    <section className="sums" aria-labelledby="costs">
      <h2 id="costs">What it costs</h2>
      {runs === 0 ? (
        <p className="quiet">Nothing so far: no run has ended in the last 30 days.</p>
      ) : (
        <p className="quiet">
          {countOf(runs, 'run')} in the last {days === 1 ? 'day' : `${days} days`}. Dry runs are not counted.
        </p>
      )}
      {rows.length > 0 && (
        <Table
          caption="What its runs asked, and the quota that counts it"
          rows={rows}
          keyOf={({ name, asked, took }) => `${name} ${asked.unit} ${took?.unit}`}
          columns={[
            {
              title: 'Asked, within which quota',
              isWide: true,
              wraps: true,
              cell: ({ name, quotas }) => (
                <>
                  {name} <br />
                  <span className="quiet">{quotas.join('; ')}</span>
                </>
              ),
            },
            {
              title: 'In all',
              cell: ({ asked, took }) => (
                <>
                  {countOf(asked.count, asked.unit)} <br />
                  {took !== undefined && countOf(took.count, took.unit)}
                </>
              ),
            },
            { title: 'A day', align: 'end', isMinor: true, cell: ({ asked }) => shareOf(asked.count, days) },
            { title: 'A run', align: 'end', isMinor: true, cell: ({ asked }) => shareOf(asked.count, runs) },
            {
              title: 'Pages read',
              align: 'end',
              isMinor: true,
              cell: ({ pages }) => (pages === undefined ? '' : format(pages)),
            },
          ]}
        />
      )}
    </section>
  )
}

const models: Record<string, string> = { opinion: 'Language model', rerank: 'Rerank model' }

function rowsOf({ platforms, models: asked }: Costs): Row[] {
  return [
    ...platforms.map(({ platform, unit, requests, units, pages, quotas }) => ({
      name: namePlatform(platform),
      asked: { count: requests, unit: 'request' },
      took: unit === 'request' && units === requests ? undefined : { count: units, unit },
      pages,
      quotas: quotas.map((quota) => wordsOfQuota(quota, unit)),
    })),
    ...asked.map(({ model, calls }) => ({
      name: models[model] ?? model,
      asked: { count: calls, unit: 'call' },
      ...{ took: undefined, pages: undefined },
      quotas: ["the workspace's calls a day, which the operator sets"],
    })),
  ]
}

const windows: Record<number, string> = { 60000: 'a minute', 3600000: 'an hour', 86400000: 'a day' }

function wordsOfQuota(
  { most, windowMs, isShared }: Costs['platforms'][number]['quotas'][number],
  unit: string,
): string {
  const window = windows[windowMs] ?? `in ${wordsOfSeconds(windowMs / 1_000)}`
  return `${countOf(most, unit)} ${window}${isShared ? ', shared by all workspaces' : " of the workspace's connection"}`
}

function countOf(count: number, unit: string): string {
  if (count === 1) return `1 ${unit}`
  return `${format(count)} ${unit}${/(?:s|x|ch|sh)$/.test(unit) ? 'es' : 's'}`
}

/** A part of many in so many places as tell it from none. */
function shareOf(count: number, parts: number): string {
  const share = count / Math.max(1, parts)
  return share >= 10 ? format(Math.round(share)) : String(Number(share.toPrecision(2)))
}
