import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'

/** What an assistant called of late, without what it wrote or searched for. */
export function AssistantCalls({ orgId, id }: { orgId: string; id: string }): ReactNode {
  const { cursor, pager } = usePages(id)
  const calls = useRead(
    'GET /console/api/w/{orgId}/assistants/{id}/calls',
    { params: { orgId, id }, query: { cursor, limit: '20' } },
    { keep: true },
  )
  return (
    <section className="card">
      <h2>Calls of the last 7 days</h2>
      <Answer of={calls} what="the calls">
        {({ items, nextCursor }) =>
          items.length === 0 && cursor === undefined ? (
            <p className="quiet">It has called nothing.</p>
          ) : (
            <>
              <Table
                caption="Calls, the newest first"
                rows={items}
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
              {(cursor !== undefined || nextCursor !== null) && pager(nextCursor)}
            </>
          )
        }
      </Answer>
    </section>
  )
}
