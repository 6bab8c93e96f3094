import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { useMay } from '../../shell/session.tsx'
import { nameOfUser } from '../../text/name-of.ts'
import { LinesField } from '../controls/check-field.tsx'
import { Button } from '../form/button.tsx'
import { Form } from '../form/form.tsx'
import { Refusal } from '../form/refusal.tsx'
import { Moment } from '../values/moment.tsx'
import { Stranger } from '../values/stranger.tsx'

type Note = Answer<'POST /console/api/w/{orgId}/notes'>
type Props = { orgId: string; target: Note['target']; notes: readonly Note[] }

/** The notes on one record, and a field for another. */
export function Notes({ orgId, target, notes }: Props): ReactNode {
  const write = useWrite('POST /console/api/w/{orgId}/notes')
  const people = useUserNames(orgId)
  const mayWrite = useMay('member')
  const [body, setBody] = useState('')
  const submit = (): void => {
    write.mutate({ params: { orgId }, body: { target, body } }, { onSuccess: () => setBody('') })
  }
  return (
    <section className="card">
      <h2>Notes</h2>
      {notes.length === 0 && <p className="quiet">No note yet.</p>}
      <ul className="lines">
        {notes.map((note) => (
          <li key={note.id} className="line">
            <span className="quiet">
              <Stranger text={nameOfUser(people, note.createdBy)} />
            </span>
            <Moment at={note.createdAt} />
            <p className="quoted">
              <Stranger text={note.body} />
            </p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Form write={write} onSubmit={submit}>
          <LinesField label="Note" value={body} onChange={setBody} maxLength={10_000} path="body" />
          <Refusal error={write.error} what="The note was not added." />
          <Button type="submit" disabled={write.isPending || body.trim() === ''}>
            Add note
          </Button>
        </Form>
      )}
    </section>
  )
}
