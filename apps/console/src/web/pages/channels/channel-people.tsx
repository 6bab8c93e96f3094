import { type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { choicesOf } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { nameOf } from '../../text/name-of.ts'
import type { Channel } from './channel-type.ts'

type Props = { orgId: string; channel: Channel }

/** Addresses that the channel does not reach, with an act that reaches one again. */
export function SuppressedAddresses({ orgId, channel: { channelId, suppressed } }: Props): ReactNode {
  const lift = useWrite('POST /console/api/w/{orgId}/channels/{id}/lift')
  const mayLift = useMay('admin')
  if (suppressed.length === 0) return null
  return (
    <section className="card">
      <h2>Suppressed addresses</h2>
      <p className="quiet">They unsubscribed or were permanently refused. Nothing is sent to them.</p>
      <Refusal error={lift.error} what="The address is still suppressed." />
      <Table
        caption="Suppressed addresses"
        rows={suppressed}
        keyOf={({ address }) => address}
        columns={[
          { title: 'Address', isWide: true, cell: ({ address }) => <Stranger text={address} /> },
          { title: 'Why', isMinor: true, cell: ({ reason }) => reason },
          { title: 'Since', align: 'end', isMinor: true, cell: ({ since }) => <Moment at={since} /> },
          ...(mayLift
            ? [
                {
                  title: 'Act',
                  align: 'end' as const,
                  cell: ({ address }: Channel['suppressed'][number]) => (
                    <Button
                      disabled={lift.isPending}
                      aria-label={`Send again to ${address}`}
                      onClick={() => lift.mutate({ params: { orgId, id: channelId }, body: { address } })}
                    >
                      Send again
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <CommandLine text={command(['channel', 'addresses', channelId])} />
    </section>
  )
}

/** Who presses the buttons of its messages, and who that is here. */
export function UserMap({ orgId, channel: { channelId, users } }: Props): ReactNode {
  const map = useWrite('POST /console/api/w/{orgId}/channels/{id}/users')
  const mayMap = useMay('admin')
  const people = usePeopleNames(orgId)
  const [externalUserId, setExternal] = useState('')
  const [userId, setUser] = useState('')
  const submit = (): void => {
    const body = { users: [{ externalUserId, userId }] }
    map.mutate(
      { params: { orgId, id: channelId }, body },
      {
        onSuccess: () => {
          setExternal('')
          setUser('')
        },
      },
    )
  }
  return (
    <section className="card">
      <h2>Users</h2>
      {users.length === 0 ? (
        <p className="quiet">
          No one is matched yet. Clicks are recorded under the Slack account of the person who clicks.
        </p>
      ) : (
        <Table
          caption="Users of the channel, and who they are here"
          rows={users}
          keyOf={(user) => user.externalUserId}
          columns={[
            { title: 'There', isWide: true, cell: (user) => <Stranger text={user.externalUserId} /> },
            {
              title: 'Here',
              cell: ({ userId: id }) => <Stranger text={nameOf(people, id, 'someone who left')} />,
            },
          ]}
        />
      )}
      {mayMap && (
        <Form write={map} onSubmit={submit}>
          <div className="filters">
            <TextField
              label="User there"
              path="users.0.externalUserId"
              value={externalUserId}
              onChange={setExternal}
              placeholder="U0123"
              required
            />
            <SelectField
              label="Person here"
              path="users.0.userId"
              all="Choose a person"
              value={userId}
              onChange={setUser}
              choices={choicesOf(people)}
            />
            <Button type="submit" disabled={map.isPending || userId === ''}>
              Map
            </Button>
          </div>
          <Refusal error={map.error} what="The user was not mapped." />
          <CommandLine
            text={command([
              'channel',
              'map-user',
              channelId,
              `${externalUserId || 'U0123'}=${userId || 'usr_1'}`,
            ])}
          />
        </Form>
      )}
    </section>
  )
}
