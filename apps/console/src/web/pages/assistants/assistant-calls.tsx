import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'

/** What an assistant called of late, without what it wrote or searched for. */
export function AssistantCalls({ orgId, id }: { orgId: string; id: string }): ReactNode {
  const pages = usePages(id)
  const calls = useRead(
    'GET /console/api/w/{orgId}/assistants/{id}/calls',
    { params: { orgId, id }, query: { cursor: pages.cursor, limit: '20' } },
    { keep: true },
  )
  return (
    <section className="card">
      <h2>Calls of the last 7 days</h2>
      <List
        of={calls}
        what="the calls"
        empty={<p className="quiet">It has called nothing.</p>}
        pages={pages}
        caption="Calls, the newest first"
        keyOf={({ callId }) => callId}
        columns={[
          { title: 'Tool', isWide: true, cell: ({ tool }) => tool.replaceAll('_', ' ') },
          { title: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
          { title: 'Rows', align: 'end', isMinor: true, cell: ({ rows }) => rows },
          {
            title: 'Time',
            align: 'end',
            isMinor: true,
            cell: ({ milliseconds }) => `${milliseconds} ms`,
          },
          { title: 'When', align: 'end', cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
    </section>
  )
}
