import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { Invitations } from './invitations.tsx'
import { InvitePerson } from './invite-person.tsx'
import { nameOf, waysInOf } from './person-words.ts'

export function PeoplePage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [isInviting, setInviting] = useState(false)
  const isAdmin = useMay('admin')
  const { cursor, pager } = usePages(orgId)
  const people = useRead(
    'GET /console/api/w/{orgId}/people',
    { params: { orgId }, query: { cursor, limit: '100' } },
    { topics: ['audit'], keep: true },
  )
  return (
    <Page
      title="People"
      lead="Who can see this workspace, and in which role."
      acts={
        isAdmin && (
          <Button look="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Answer of={people} what="the people">
        {({ items, nextCursor }) => (
          <>
            {cursor === undefined && nextCursor === null && hasOneAdmin(items) && (
              <p className="quiet">
                There is one admin. Invite a second, so that the workspace stays reachable without them.
              </p>
            )}
            <Table
              caption="People, the oldest first"
              rows={items}
              keyOf={({ personId }) => personId}
              linkOf={({ personId }) => `/w/${orgId}/people/${personId}`}
              columns={[
                { title: 'Person', isWide: true, cell: (person) => <Stranger text={nameOf(person)} /> },
                {
                  title: 'Role',
                  cell: ({ role, operator, disabledAt }) => (
                    <>
                      {role}
                      {operator && ', operator'} {disabledAt !== null && <Status value="disabled" />}
                    </>
                  ),
                },
                {
                  title: 'Logs in by',
                  isMinor: true,
                  cell: ({ waysIn }) => <Stranger text={waysInOf(waysIn)} />,
                },
                { title: 'Sessions', isMinor: true, align: 'end', cell: ({ sessions }) => sessions },
                { title: 'Last seen', align: 'end', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
              ]}
            />
            {pager(nextCursor)}
          </>
        )}
      </Answer>
      {isAdmin && <Invitations orgId={orgId} />}
      <CommandLine text={command(['person', 'list'], { workspace: orgId })} />
      <Modal title="Invite a person" isOpen={isInviting} onClose={() => setInviting(false)}>
        <InvitePerson orgId={orgId} />
      </Modal>
    </Page>
  )
}

function hasOneAdmin(people: readonly { role: string; disabledAt: string | null }[]): boolean {
  return people.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null).length === 1
}
