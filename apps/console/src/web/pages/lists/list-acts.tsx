import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'

type List = Answer<'GET /console/api/w/{orgId}/lists/{id}'>['list']

export function RenameList({
  orgId,
  list,
  onDone,
}: {
  orgId: string
  list: List
  onDone: () => void
}): ReactNode {
  const rename = useWrite('PATCH /console/api/w/{orgId}/lists/{id}')
  const [name, setName] = useState(list.name)
  const submit = (): void => {
    rename.mutate({ params: { orgId, id: list.id }, body: { name } }, { onSuccess: onDone })
  }
  return (
    <Form write={rename} onSubmit={submit}>
      <TextField label="Name" path="name" value={name} onChange={setName} required />
      <Submit write={rename} refused="The list was not renamed.">
        Rename
      </Submit>
    </Form>
  )
}

export function DeleteList({ orgId, list }: { orgId: string; list: List }): ReactNode {
  const navigate = useNavigate()
  const remove = useWrite('DELETE /console/api/w/{orgId}/lists/{id}', () =>
    navigate({ to: `/w/${orgId}/lists` }),
  )
  return (
    <AskFirst
      label="Delete"
      look="danger"
      title="Delete the list"
      refused="The list was not deleted."
      write={remove}
      onYes={() => remove.mutate({ params: { orgId, id: list.id } })}
      command={command(['collection', 'delete', list.id])}
    >
      The list <Stranger text={list.name} /> is deleted for everyone. Its signals stay. This cannot be undone.
    </AskFirst>
  )
}
