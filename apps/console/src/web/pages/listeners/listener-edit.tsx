import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Answer, Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { bodyOf, draftOf } from './listener-draft.ts'
import { ListenerFields } from './listener-fields.tsx'
import type { Listener } from './listener-type.ts'

export function EditListenerPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const listener = useRead('GET /console/api/w/{orgId}/listeners/{id}', { params: { orgId, id } })
  return (
    <Page
      title="Edit the listener"
      lead={<Link to={`/w/${orgId}/listeners/${encodeURIComponent(id)}`}>Back to the listener</Link>}
    >
      <Answer of={listener} what="the listener">
        {(data) =>
          data.own === null ? (
            <p>An outside sender owns this listener. Change it there.</p>
          ) : (
            <EditForm key={data.id} orgId={orgId} listener={data} />
          )
        }
      </Answer>
    </Page>
  )
}

function EditForm({ orgId, listener }: { orgId: string; listener: Listener }): ReactNode {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => draftOf(listener))
  const edit = useWrite('PATCH /console/api/w/{orgId}/listeners/{id}')
  const maySave = useMay('admin')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    edit.mutate(
      { params: { orgId, id: listener.id }, body: bodyOf(draft) },
      { onSuccess: () => void navigate({ to: `/w/${orgId}/listeners/${encodeURIComponent(listener.id)}` }) },
    )
  }
  return (
    <form className="card stack plan" onSubmit={submit}>
      <ListenerFields draft={draft} onChange={setDraft} />
      {edit.error !== null && <Failure error={edit.error} what="the listener" />}
      {maySave && (
        <button type="submit" className="button primary" disabled={edit.isPending}>
          Save
        </button>
      )}
      <CommandLine
        text={command(['listener', 'edit', listener.id], { name: draft.name, plan: 'plan.json' })}
      />
    </form>
  )
}
