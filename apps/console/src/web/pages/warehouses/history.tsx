import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Run = AnswerOf<'GET /console/api/w/{orgId}/warehouses/{id}/runs'>['items'][number]

/** What was done with the warehouse; syncs that had nothing to do are left out. */
export function History({ orgId, warehouseId }: { orgId: string; warehouseId: string }): ReactNode {
  const pages = usePages(warehouseId)
  const runs = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}/runs',
    { params: { orgId, id: warehouseId }, query: { cursor: pages.cursor, limit: '10' } },
    { topics: ['warehouses'], keep: true },
  )
  return (
    <section className="sums" aria-labelledby="history">
      <h2 id="history">History</h2>
      <List
        of={runs}
        what="the history"
        empty={
          <Empty title="Nothing was written yet">
            <p>Syncs that had nothing to do are left out.</p>
          </Empty>
        }
        pages={pages}
        caption="What was done, the newest first"
        keyOf={({ runId }) => runId}
        columns={[
          { title: 'Ended', cell: ({ endedAt }) => <Moment at={endedAt} /> },
          { title: 'What', isMinor: true, cell: ({ purpose }) => purpose },
          { title: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
          { title: 'What came of it', isWide: true, wraps: true, cell: (run) => <Said run={run} /> },
          { title: 'Took', align: 'end', isMinor: true, cell: tookOf },
        ]}
      />
    </section>
  )
}

function Said({ run: { error, times, rows, rejected } }: { run: Run }): ReactNode {
  if (error !== null) {
    return (
      <>
        {times > 1 && `${format(times)} times: `}
        <Stranger text={error} />
      </>
    )
  }
  const wrote = rows === 1 ? '1 row' : `${format(rows)} rows`
  return rejected > 0 ? `${wrote}, ${format(rejected)} refused` : wrote
}

function tookOf({ startedAt, endedAt, times }: Run): string {
  if (times > 1) return ''
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}
