import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { editCommand } from './draft/listener-command.ts'
import { bodyOf, draftOf, withoutEmptyRows } from './draft/listener-draft.ts'
import { WhatFields } from './fields/what-fields.tsx'
import { WhenFields } from './fields/when-fields.tsx'
import { WhereFields } from './fields/where-fields.tsx'
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
            <AdminOnly does="edits listeners">
              <EditForm key={data.id} orgId={orgId} listener={data} />
            </AdminOnly>
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
  const submit = (): void => {
    const filled = withoutEmptyRows(draft)
    setDraft(filled)
    edit.mutate(
      { params: { orgId, id: listener.id }, body: bodyOf(filled) },
      { onSuccess: () => void navigate({ to: `/w/${orgId}/listeners/${encodeURIComponent(listener.id)}` }) },
    )
  }
  return (
    <Form write={edit} onSubmit={submit} className="card stack plan">
      <WhatFields draft={draft} onChange={setDraft} />
      <WhereFields orgId={orgId} draft={draft} onChange={setDraft} />
      <WhenFields draft={draft} onChange={setDraft} />
      <Refusal error={edit.error} what="The listener was not changed." />
      <Button type="submit" look="primary" disabled={edit.isPending}>
        Save
      </Button>
      <CommandLine text={editCommand(listener.id, bodyOf(draft))} />
    </Form>
  )
}
