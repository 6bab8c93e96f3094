import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { RecordKey } from './record-key.tsx'

/** The rows that the warehouse refuses, each with what it said. */
export function Rejects({ orgId, warehouseId }: { orgId: string; warehouseId: string }): ReactNode {
  const { cursor, pager } = usePages(warehouseId)
  const rejects = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}/rejects',
    { params: { orgId, id: warehouseId }, query: { cursor, limit: '20' } },
    { topics: ['warehouses'], keep: true },
  )
  return (
    <section className="sums" aria-labelledby="rejects">
      <h2 id="rejects">Rows that were refused</h2>
      <p className="quiet">
        The warehouse refused these. They are retried automatically, and by each Sync now.
      </p>
      <Answer of={rejects} what="the rows set aside">
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty title="None any more" />
          ) : (
            <>
              <Table
                caption="Rows that the warehouse refuses, by table and key"
                rows={items}
                keyOf={({ table, key }) => `${table} ${key}`}
                columns={[
                  { title: 'Table', cell: ({ table }) => <code>{table}</code> },
                  {
                    title: 'Record',
                    cell: ({ table, key }) => <RecordKey orgId={orgId} table={table} id={key} />,
                  },
                  { title: 'Reason', isWide: true, cell: ({ reason }) => <Stranger text={reason} /> },
                  {
                    title: 'Refused',
                    align: 'end',
                    isMinor: true,
                    cell: ({ attempts }) => `${attempts} times`,
                  },
                  {
                    title: 'Sent again',
                    align: 'end',
                    cell: ({ retryAt }) => <Moment at={retryAt} mayBeAhead />,
                  },
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
