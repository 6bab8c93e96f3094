import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useMay } from '../../shell/session.tsx'
import { Failure } from '../page/answer.tsx'
import { Moment } from '../values/moment.tsx'
import { Stranger } from '../values/stranger.tsx'

type Note = Answer<'POST /console/api/w/{orgId}/notes'>
type Props = { orgId: string; target: Note['target']; notes: readonly Note[] }

/** The notes on one record, and a field for another. */
export function Notes({ orgId, target, notes }: Props): ReactNode {
  const write = useWrite('POST /console/api/w/{orgId}/notes')
  const mayWrite = useMay('member')
  const [body, setBody] = useState('')
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
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
              <Stranger text={note.createdBy} />
            </span>
            <Moment at={note.createdAt} />
            <p className="quoted">
              <Stranger text={note.body} />
            </p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form className="stack" onSubmit={submit}>
          <div className="field">
            <label htmlFor={id}>Note</label>
            <textarea
              id={id}
              value={body}
              maxLength={10_000}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          </div>
          {write.error !== null && <Failure error={write.error} what="the note" />}
          <button type="submit" className="button" disabled={write.isPending || body.trim() === ''}>
            Add note
          </button>
        </form>
      )}
    </section>
  )
}
