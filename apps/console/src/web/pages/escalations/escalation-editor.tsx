import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay } from '../../shell/session.tsx'
import { createCommand, editCommand } from './escalation-command.ts'
import { definitionOf, draftOf, type EscalationDraft } from './escalation-draft.ts'
import { EscalationFields } from './escalation-fields.tsx'
import { EscalationPreview } from './escalation-preview.tsx'
import type { Escalation } from './escalation-type.ts'

type Props = {
  orgId: string
  stored: Escalation | undefined
  /** Where the first step of a new one goes. */
  channelId: string | undefined
}

export function EscalationEditor({ orgId, stored, channelId }: Props): ReactNode {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<EscalationDraft>(() => draftOf(stored, channelId))
  const create = useWrite('POST /console/api/w/{orgId}/escalations')
  const edit = useWrite('PATCH /console/api/w/{orgId}/escalations/{id}')
  const maySave = useMay('admin')
  const mayPreview = useMay('member')
  const definition = definitionOf(draft)
  const write = stored === undefined ? create : edit
  const body = { name: draft.name, definition }
  const submit = (): void => {
    const leave = { onSuccess: () => void navigate({ to: `/w/${orgId}/escalations` }) }
    if (stored === undefined) create.mutate({ params: { orgId }, body }, leave)
    else edit.mutate({ params: { orgId, id: stored.escalationId }, body }, leave)
  }
  return (
    <div className="with-preview">
      <Form
        write={write}
        onSubmit={submit}
        className="card stack"
        isFilled={draft.steps.length !== (stored?.definition.steps.length ?? 1)}
      >
        <TextField
          label="Name"
          path="name"
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          placeholder="Hot leads"
          required
        />
        <EscalationFields orgId={orgId} draft={draft} onChange={setDraft} />
        <Refusal error={write.error} what="The escalation was not saved." />
        {maySave ? (
          <Button type="submit" look="primary" disabled={write.isPending}>
            {stored === undefined ? 'Create' : 'Save'}
          </Button>
        ) : (
          <p className="quiet">An admin {stored === undefined ? 'creates' : 'changes'} escalations.</p>
        )}
        <CommandLine text={stored === undefined ? createCommand(orgId, body) : editCommand(stored, body)} />
      </Form>
      {mayPreview && <EscalationPreview orgId={orgId} definition={definition} />}
    </div>
  )
}
