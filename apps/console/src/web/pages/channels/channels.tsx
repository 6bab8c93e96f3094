import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useKindTitle } from '../../api/use-kind-title.ts'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'

export function ChannelsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const mayCreate = useMay('admin')
  const titleOf = useKindTitle('channel')
  const channels = useRead(
    'GET /console/api/w/{orgId}/channels',
    { params: { orgId } },
    { topics: ['channels', 'alerts', 'audit'] },
  )
  const create = mayCreate && (
    <Link className="button primary" to={`/w/${orgId}/channels/new`}>
      New channel
    </Link>
  )
  return (
    <Page title="Channels" lead="Where alerts go, and whether they arrive." acts={create}>
      <List
        of={channels}
        what="the channels"
        empty={
          <Empty title="No channel yet">
            <p>A channel is where alerts go: Slack, Microsoft Teams, mail and others.</p>
            {create}
          </Empty>
        }
        caption="Channels, the oldest first"
        keyOf={({ channelId }) => channelId}
        linkOf={({ channelId }) => `/w/${orgId}/channels/${channelId}`}
        columns={[
          { title: 'Name', isWide: true, cell: ({ name }) => <Stranger text={name} /> },
          { title: 'Kind', isMinor: true, cell: ({ kind }) => titleOf(kind) },
          {
            title: 'State',
            cell: ({ state, pausedUntil }) => <Status value={pausedUntil === null ? state : 'paused'} />,
          },
          { title: 'Waiting', align: 'end', cell: ({ waiting }) => format(waiting) },
          {
            title: 'Next try',
            align: 'end',
            isMinor: true,
            cell: ({ nextTryAt }) =>
              nextTryAt === null ? <span className="quiet">none</span> : <Moment at={nextTryAt} isNext />,
          },
        ]}
      />
      <CommandLine text={command(['channel', 'list'], { workspace: orgId })} />
    </Page>
  )
}
