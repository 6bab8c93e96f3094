import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfConditions } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import { EscalationEditor } from './escalation-editor.tsx'
import type { Escalation } from './escalation-type.ts'
import { wordsOfHours, wordsOfSteps } from './escalation-words.ts'

/** One escalation, or a new one, with what it would have done while it is typed. */
export function EscalationPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const isNew = id === 'new'
  const escalations = useRead(
    'GET /console/api/w/{orgId}/escalations',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  const escalation = escalations.data?.items.find(({ escalationId }) => escalationId === id)
  return (
    <Page
      title={isNew ? 'New escalation' : (escalation?.name ?? `Escalation ${id}`)}
      lead={<Link to={`/w/${orgId}/escalations`}>All escalations</Link>}
      acts={escalation?.endedAt === null && <EndEscalation orgId={orgId} escalation={escalation} />}
    >
      <Answer of={escalations} what="the escalations">
        {() => {
          if (isNew) {
            return (
              <AdminOnly does="creates escalations" triedBy="member">
                <NewEscalation orgId={orgId} />
              </AdminOnly>
            )
          }
          if (escalation === undefined) {
            return (
              <Empty title="There is no such escalation">
                <p>It belongs to another workspace, or its id is mistyped.</p>
              </Empty>
            )
          }
          if (escalation.endedAt !== null) return <Ended orgId={orgId} escalation={escalation} />
          // Another escalation begins with its own fields.
          return <EscalationEditor key={id} orgId={orgId} stored={escalation} channelId={undefined} />
        }}
      </Answer>
    </Page>
  )
}

/** Needs a channel, so that the first step has one. */
function NewEscalation({ orgId }: { orgId: string }): ReactNode {
  const channels = useRead(
    'GET /console/api/w/{orgId}/channels',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  return (
    <Answer of={channels} what="the channels">
      {({ items: [first] }) =>
        first === undefined ? (
          <Empty title="No channel">
            <p>
              A step is sent to a channel. Create one under <Link to={`/w/${orgId}/channels`}>Channels</Link>{' '}
              first.
            </p>
          </Empty>
        ) : (
          <EscalationEditor orgId={orgId} stored={undefined} channelId={first.channelId} />
        )
      }
    </Answer>
  )
}

type Props = { orgId: string; escalation: Escalation }

function Ended({ orgId, escalation: { endedAt, definition } }: Props): ReactNode {
  const channels = useChannelNames(orgId)
  const listeners = useListenerNames(orgId)
  const people = usePeopleNames(orgId)
  return (
    <section className="card">
      <Facts
        items={[
          ['Ended', endedAt !== null && <FullMoment key="ended" at={endedAt} />],
          [
            'Escalated',
            <Stranger key="signals" text={wordsOfConditions(definition.conditions, listeners)} />,
          ],
          ['Steps', <Stranger key="steps" text={wordsOfSteps(definition, channels, people)} />],
          ['Unless', definition.unless.join(', ')],
          ['Hours', <Stranger key="hours" text={wordsOfHours(definition)} />],
        ]}
      />
    </section>
  )
}

function EndEscalation({ orgId, escalation: { escalationId, name } }: Props): ReactNode {
  const end = useWrite('POST /console/api/w/{orgId}/escalations/{id}/end')
  if (!useMay('admin')) return null
  return (
    <AskFirst
      label="End"
      look="danger"
      title="End the escalation"
      refused="The escalation was not ended."
      write={end}
      onYes={() => end.mutate({ params: { orgId, id: escalationId }, body: {} })}
      command={command(['escalation', 'end', escalationId])}
    >
      <Stranger text={name} /> sends no more steps, including for signals that escalate now. It cannot be
      restarted; its past steps stay among the alerts.
    </AskFirst>
  )
}
