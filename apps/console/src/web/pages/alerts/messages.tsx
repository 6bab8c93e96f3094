import { labelOfMember } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { List } from '../../parts/data/list.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { choicesOf } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { wordsOfMessage } from '../../text/message-heading.ts'

const names = ['channel', 'event'] as const

/** What was sent in 30 days, and what waits to be. */
export function MessagesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [filters, change] = useFilters(names)
  const channels = useChannelNames(orgId)
  const pages = usePages(JSON.stringify([orgId, filters]))
  const messages = useRead(
    'GET /console/api/w/{orgId}/messages',
    { params: { orgId }, query: { ...filters, cursor: pages.cursor, limit: '50' } },
    { topics: ['alerts', 'channels'], keep: true },
  )
  return (
    <Page title="Messages" lead={<Link to={`/w/${orgId}/alerts`}>All alerts</Link>}>
      <Filters
        values={filters}
        change={change}
        filters={[
          { name: 'channel', title: 'Channel', other: 'a deleted channel', choices: choicesOf(channels) },
          { name: 'event', title: 'Event id', placeholder: 'evt_…' },
        ]}
      />
      <List
        of={messages}
        what="the messages"
        empty={
          <Empty title="No message">
            <p>Nothing was sent in the last 30 days that matches.</p>
          </Empty>
        }
        pages={pages}
        caption="Messages, the newest first"
        keyOf={({ messageId }) => messageId}
        linkOf={({ messageId }) => `/w/${orgId}/alerts/messages/${messageId}`}
        columns={[
          {
            title: 'About',
            isWide: true,
            cell: (message) => <Stranger text={wordsOfMessage(message)} />,
          },
          { title: 'Status', cell: ({ status }) => <Status value={status} /> },
          { title: 'Kind', isMinor: true, cell: ({ kind }) => labelOfMember(kind) },
          {
            title: 'Channel',
            isMinor: true,
            cell: ({ channelName }) => <Stranger text={channelName} />,
          },
          {
            title: 'To',
            isMinor: true,
            cell: ({ recipient }) => <Stranger text={recipient || 'the receiver'} />,
          },
          { title: 'When', align: 'end', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
      <CommandLine text={command(['message', 'list'], { workspace: orgId, ...filters })} />
    </Page>
  )
}
