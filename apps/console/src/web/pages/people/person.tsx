import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { showControls } from '../../text/show-controls.ts'
import { PersonActs } from './person-acts.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { nameOf, waysInOf } from './person-words.ts'

export function PersonPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const isAdmin = useMay('admin')
  const person = useRead(
    'GET /console/api/w/{orgId}/people/{id}',
    { params: { orgId, id } },
    { topics: ['audit'] },
  )
  const title = person.data === undefined ? `Person ${id}` : showControls(nameOf(person.data))
  return (
    <Page
      title={title}
      lead={<Link to={`/w/${orgId}/people`}>People</Link>}
      acts={person.data !== undefined && isAdmin && <PersonActs orgId={orgId} person={person.data} />}
    >
      <Answer of={person} what="the person">
        {({ personId, email, emailProven, role, operator, waysIn, lastSeenAt, disabledAt }) => (
          <section className="card">
            <Facts
              items={[
                ['Id', <Copyable key="id" text={personId} label="the id" />],
                [
                  'Mail address',
                  email === null ? (
                    'none'
                  ) : (
                    <span key="mail">
                      <Stranger text={email} />
                      {!emailProven && <span className="quiet"> entered by an admin, not verified</span>}
                    </span>
                  ),
                ],
                ['Role', `${role}${operator ? ', operator' : ''}`],
                ['Logs in by', <Stranger key="ways" text={waysInOf(waysIn)} />],
                ['Last seen', <FullMoment key="seen" at={lastSeenAt} />],
                ...(disabledAt === null ? [] : [['State', <Status key="state" value="disabled" />] as const]),
              ]}
            />
          </section>
        )}
      </Answer>
      {isAdmin && <PersonSessions orgId={orgId} personId={id} />}
      <p>
        <Link to={`/w/${orgId}/audit`} search={{ actor: id } as never}>
          What they did in this workspace
        </Link>
      </p>
      <CommandLine text={command(['person', 'list'], { workspace: orgId })} />
    </Page>
  )
}
