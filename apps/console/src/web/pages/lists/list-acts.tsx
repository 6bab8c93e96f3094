import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

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
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    rename.mutate({ params: { orgId, id: list.id }, body: { name } }, { onSuccess: onDone })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextField label="Name" value={name} onChange={setName} required />
      {rename.error !== null && <Failure error={rename.error} what="the new name" />}
      <button type="submit" className="button primary" disabled={rename.isPending}>
        Rename
      </button>
    </form>
  )
}

export function DeleteList({ orgId, list }: { orgId: string; list: List }): ReactNode {
  const navigate = useNavigate()
  const remove = useWrite('DELETE /console/api/w/{orgId}/lists/{id}', () =>
    navigate({ to: `/w/${orgId}/lists` }),
  )
  return (
    <div className="stack">
      <p>
        The list <Stranger text={list.name} /> is gone for everyone. Its signals stay. This cannot be undone.
      </p>
      {remove.error !== null && <Failure error={remove.error} what="the list" />}
      <button
        type="button"
        className="button danger"
        disabled={remove.isPending}
        onClick={() => remove.mutate({ params: { orgId, id: list.id } })}
      >
        Delete
      </button>
    </div>
  )
}
