import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { usefulShare } from './useful-share.ts'

export function ListenersPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const pages = usePages(orgId)
  const mayCreate = useMay('admin')
  const listeners = useRead(
    'GET /console/api/w/{orgId}/listeners',
    { params: { orgId }, query: { cursor: pages.cursor } },
    { topics: ['signals'], keep: true },
  )
  const create = mayCreate && (
    <Link className="button primary" to={`/w/${orgId}/listeners/new`}>
      New listener
    </Link>
  )
  return (
    <Page
      title="Listeners"
      lead="What each listener looks for, and what it found."
      acts={
        <>
          {create}
          <Link className="button" to={`/w/${orgId}/listeners/platforms`}>
            Platforms
          </Link>
        </>
      }
    >
      <List
        of={listeners}
        what="the listeners"
        empty={
          <Empty title="No listener yet">
            <p>
              A listener searches public posts for what you sell, judges them, and delivers the relevant ones
              as signals. A listener that an outside sender owns appears with its first event.
            </p>
            {create}
          </Empty>
        }
        pages={pages}
        caption="Listeners, the newest first"
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/w/${orgId}/listeners/${encodeURIComponent(id)}`}
        columns={[
          { title: 'Name', isWide: true, cell: ({ name }) => <Stranger text={name} /> },
          {
            title: 'From',
            isMinor: true,
            cell: ({ madeHere }) => (madeHere ? 'this workspace' : 'a sender'),
          },
          {
            title: 'State',
            isMinor: true,
            cell: ({ scheduler }) => <Status value={scheduler.state} />,
          },
          { title: 'Signals', align: 'end', cell: ({ signalCount }) => format(signalCount) },
          { title: 'Useful', align: 'end', isMinor: true, cell: usefulShare },
          {
            title: 'Last found',
            align: 'end',
            cell: ({ lastFoundAt }) => <Moment at={lastFoundAt} />,
          },
        ]}
      />
    </Page>
  )
}
