import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfConditions } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import { wordsOfHours, wordsOfSteps } from './escalation-words.ts'

export function EscalationsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const escalations = useRead(
    'GET /console/api/w/{orgId}/escalations',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  const channels = useChannelNames(orgId)
  const listeners = useListenerNames(orgId)
  const people = usePeopleNames(orgId)
  const create = useMay('admin') && (
    <Link className="button primary" to={`/w/${orgId}/escalations/new`}>
      New escalation
    </Link>
  )
  return (
    <Page
      title="Escalations"
      lead="What is sent about signals that no one takes, step by step, until someone does."
      acts={create}
    >
      <List
        of={escalations}
        what="the escalations"
        empty={
          <Empty title="Nothing escalates">
            <p>
              An escalation alerts in steps about a signal that no one takes: the team after 5 minutes, its
              lead after 15.
            </p>
            {create}
          </Empty>
        }
        caption="Escalations, the newest first"
        keyOf={({ escalationId }) => escalationId}
        linkOf={({ escalationId }) => `/w/${orgId}/escalations/${escalationId}`}
        columns={[
          { title: 'Name', cell: ({ name }) => <Stranger text={name} /> },
          {
            title: 'Escalates',
            isMinor: true,
            wraps: true,
            cell: ({ definition }) => <Stranger text={wordsOfConditions(definition.conditions, listeners)} />,
          },
          {
            title: 'Steps',
            isMinor: true,
            isWide: true,
            wraps: true,
            cell: ({ definition }) => <Stranger text={wordsOfSteps(definition, channels, people)} />,
          },
          {
            title: 'Hours',
            isMinor: true,
            wraps: true,
            cell: ({ definition }) => <Stranger text={wordsOfHours(definition)} />,
          },
          {
            title: 'State',
            cell: ({ endedAt }) => <Status value={endedAt === null ? 'active' : 'ended'} />,
          },
        ]}
      />
      <CommandLine text={command(['escalation', 'list'], { workspace: orgId })} />
    </Page>
  )
}
