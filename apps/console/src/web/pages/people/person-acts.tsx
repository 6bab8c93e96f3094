import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { nameOf, roleChoices, roleOf } from './person-words.ts'

type Props = { orgId: string; person: Answer<'GET /console/api/w/{orgId}/people/{id}'> }

export function PersonActs({ orgId, person }: Props): ReactNode {
  const [isChanging, setChanging] = useState(false)
  const close = (): void => setChanging(false)
  return (
    <>
      <Button onClick={() => setChanging(true)}>Change role</Button>
      <Modal title="Change the role" isOpen={isChanging} onClose={close}>
        <ChangeRole orgId={orgId} person={person} onDone={close} />
      </Modal>
      <EndMembership orgId={orgId} person={person} />
    </>
  )
}

function ChangeRole({ orgId, person, onDone }: Props & { onDone: () => void }): ReactNode {
  const edit = useWrite('PATCH /console/api/w/{orgId}/people/{id}')
  const [role, setRole] = useState<string>(person.role)
  const submit = (): void => {
    const input = { params: { orgId, id: person.personId }, body: { role: roleOf(role) } }
    edit.mutate(input, { onSuccess: onDone })
  }
  return (
    <Form write={edit} onSubmit={submit}>
      <p>
        The new role applies at once. Their sessions stay open and get new tokens. A lower role ends open
        invitations to and from them.
      </p>
      <SelectField label="Role" path="role" value={role} onChange={setRole} choices={roleChoices} />
      <Submit write={edit} refused="The role was not changed." disabled={role === person.role}>
        Change
      </Submit>
      <CommandLine text={command(['person', 'edit', person.personId], { workspace: orgId, role })} />
    </Form>
  )
}

function EndMembership({ orgId, person }: Props): ReactNode {
  const navigate = useNavigate()
  const end = useWrite('DELETE /console/api/w/{orgId}/people/{id}', () =>
    navigate({ to: `/w/${orgId}/people` }),
  )
  return (
    <AskFirst
      label="End membership"
      look="danger"
      title="End the membership"
      refused="The membership was not ended."
      write={end}
      onYes={() => end.mutate({ params: { orgId, id: person.personId } })}
      command={command(['person', 'end', person.personId], { workspace: orgId })}
    >
      <Stranger text={nameOf(person)} /> loses access to this workspace within 5 seconds. Without a role
      anywhere else, they are logged out. Open invitations to and from them here end. What they did stays in
      the audit log, and you can invite them again. Their API keys keep working: review the keys that they
      created.
    </AskFirst>
  )
}
