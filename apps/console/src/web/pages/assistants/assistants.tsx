import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { Connecting } from './connecting.tsx'
import { Policy } from './policy.tsx'

export function AssistantsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const isAdmin = useMay('admin')
  const pages = usePages(orgId)
  const settings = useRead('GET /console/api/w/{orgId}/assistant-policy', { params: { orgId } })
  const assistants = useRead(
    'GET /console/api/w/{orgId}/assistants',
    { params: { orgId }, query: { cursor: pages.cursor, limit: '50' } },
    { topics: ['audit'], keep: true },
  )
  return (
    <Page
      title="Assistants"
      lead="AI applications that people connected. Each acts as its person, with what they granted and no more."
    >
      <List
        of={assistants}
        what="the assistants"
        empty={
          <Empty title="No assistant yet">
            <p>Give your AI application the address below. It then asks here for access.</p>
          </Empty>
        }
        pages={pages}
        caption="Assistants, the newest first"
        keyOf={({ assistantId }) => assistantId}
        linkOf={({ assistantId }) => `/w/${orgId}/assistants/${assistantId}`}
        columns={[
          {
            title: 'Application',
            isWide: true,
            cell: ({ client }) => <Stranger text={client.name} />,
          },
          { title: 'State', cell: ({ state }) => <Status value={state} /> },
          {
            title: 'Person',
            cell: ({ personName, isOwn }) =>
              isOwn ? 'you' : <Stranger text={personName ?? 'someone who left'} />,
          },
          { title: 'Scopes', isMinor: true, cell: ({ scopes }) => `${scopes.length}` },
          {
            title: 'Last used',
            align: 'end',
            isMinor: true,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Moment at={lastUsedAt} />),
          },
        ]}
      />
      {isAdmin && <CommandLine text={command(['assistant', 'list'], { workspace: orgId })} />}
      <Answer of={settings} what="the settings of assistants">
        {({ policy, address, missing }) => (
          <>
            <Policy orgId={orgId} policy={policy} />
            <Connecting address={address} missing={missing} />
          </>
        )}
      </Answer>
    </Page>
  )
}
