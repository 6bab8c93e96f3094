import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Invitation = AnswerOf<'GET /console/api/w/{orgId}/invitations'>['items'][number]

/** The invitations that can still be accepted. */
export function Invitations({ orgId }: { orgId: string }): ReactNode {
  const [opened, setOpened] = useState<Invitation>()
  const invitations = useRead(
    'GET /console/api/w/{orgId}/invitations',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  return (
    <>
      <Answer of={invitations} what="the invitations">
        {({ items }) =>
          items.length > 0 && (
            <section className="stack">
              <h2>Open invitations</h2>
              <Table
                caption="Open invitations, the newest first"
                rows={items}
                keyOf={({ invitationId }) => invitationId}
                onOpen={setOpened}
                columns={[
                  { title: 'Address', isWide: true, cell: ({ email }) => <Stranger text={email} /> },
                  { title: 'Role', cell: ({ role, operator }) => `${role}${operator ? ', operator' : ''}` },
                  { title: 'Ends', align: 'end', cell: ({ endsAt }) => <Moment at={endsAt} mayBeAhead /> },
                ]}
              />
            </section>
          )
        }
      </Answer>
      <Modal title="Revoke the invitation" isOpen={opened !== undefined} onClose={() => setOpened(undefined)}>
        {opened !== undefined && (
          <Revoke orgId={orgId} invitation={opened} onDone={() => setOpened(undefined)} />
        )}
      </Modal>
    </>
  )
}

function Revoke({
  orgId,
  invitation: { invitationId, email },
  onDone,
}: {
  orgId: string
  invitation: Invitation
  onDone: () => void
}): ReactNode {
  const revoke = useWrite('DELETE /console/api/w/{orgId}/invitations/{id}')
  return (
    <div className="stack">
      <p>
        The link that <Stranger text={email} /> got will stop working. You can invite the address again.
      </p>
      <Refusal error={revoke.error} what="The invitation was not revoked." />
      <Button
        look="danger"
        disabled={revoke.isPending}
        onClick={() => revoke.mutate({ params: { orgId, id: invitationId } }, { onSuccess: onDone })}
      >
        Revoke
      </Button>
    </div>
  )
}
