import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { RecordKey } from './record-key.tsx'

/** The rows that the warehouse refuses, each with what it said. */
export function Rejects({ orgId, warehouseId }: { orgId: string; warehouseId: string }): ReactNode {
  const pages = usePages(warehouseId)
  const rejects = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}/rejects',
    { params: { orgId, id: warehouseId }, query: { cursor: pages.cursor, limit: '20' } },
    { topics: ['warehouses'], keep: true },
  )
  return (
    <section className="sums" aria-labelledby="rejects">
      <h2 id="rejects">Rows that were refused</h2>
      <p className="quiet">
        The warehouse refused these. They are retried automatically, and by each Sync now.
      </p>
      <List
        of={rejects}
        what="the refused rows"
        empty={<Empty title="None any more" />}
        pages={pages}
        caption="Rows that the warehouse refuses, by table and key"
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
            cell: ({ retryAt }) => <Moment at={retryAt} isNext />,
          },
        ]}
      />
    </section>
  )
}
