import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'

type Props = {
  orgId: string
  signalId: string
  lists: Answer<'GET /console/api/w/{orgId}/signals/{id}'>['lists']
}

/** The lists that hold a signal, and a choice of one to save it to. */
export function SignalLists({ orgId, signalId, lists }: Props): ReactNode {
  const maySave = useMay('member')
  return (
    <section className="card">
      <h2>Lists</h2>
      {lists.length === 0 && <p className="quiet">It is in no list.</p>}
      <ul className="lines">
        {lists.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/w/${orgId}/lists/${id}`}>
              <Stranger text={name} />
            </Link>
          </li>
        ))}
      </ul>
      {maySave && <SaveToList orgId={orgId} signalId={signalId} held={lists.map(({ id }) => id)} />}
    </section>
  )
}

type SaveProps = { orgId: string; signalId: string; held?: readonly string[]; onDone?: () => void }

/** A choice of a list, without those that hold the signal. */
export function SaveToList({ orgId, signalId, held = [], onDone }: SaveProps): ReactNode {
  const [listId, setListId] = useState('')
  const all = useRead(
    'GET /console/api/w/{orgId}/lists',
    { params: { orgId }, query: { limit: '100' } },
    { topics: ['audit'] },
  )
  const save = useWrite('POST /console/api/w/{orgId}/signals/{id}/save')
  const choices = (all.data?.items ?? []).filter(({ id }) => !held.includes(id))
  const submit = (): void => {
    save.mutate(
      { params: { orgId, id: signalId }, body: { listId } },
      {
        onSuccess: () => {
          setListId('')
          onDone?.()
        },
      },
    )
  }
  if (all.data === undefined) return null
  if (choices.length === 0) {
    return held.length > 0 ? null : <p className="quiet">There is no list yet.</p>
  }
  return (
    <Form write={save} onSubmit={submit}>
      <SelectField
        label="Save to"
        path="listId"
        all="Choose a list"
        value={listId}
        choices={choices.map(({ id, name }) => ({ value: id, title: name }))}
        onChange={setListId}
      />
      <Button type="submit" disabled={listId === '' || save.isPending}>
        Save
      </Button>
      <Refusal error={save.error} what="The signal was not saved." />
    </Form>
  )
}
