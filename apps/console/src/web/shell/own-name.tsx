import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../api/use-write.ts'
import { TextField } from '../parts/controls/field.tsx'
import { Button } from '../parts/form/button.tsx'
import { Failure } from '../parts/page/answer.tsx'

type Props = { name: string | null; onSaved?: () => void }

/** What the person is called: messages and pages name them so. */
export function OwnName({ name: saved, onSaved }: Props): ReactNode {
  const [name, setName] = useState(saved ?? '')
  const rename = useWrite('PATCH /console/api/session')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    rename.mutate({ body: { name } }, { onSuccess: () => onSaved?.() })
  }
  return (
    <form onSubmit={submit} className="stack">
      <TextField label="Your name" value={name} onChange={setName} required />
      {rename.error !== null && <Failure error={rename.error} what="your name" />}
      <Button type="submit" disabled={rename.isPending || name.trim() === (saved ?? '')}>
        Save
      </Button>
    </form>
  )
}
