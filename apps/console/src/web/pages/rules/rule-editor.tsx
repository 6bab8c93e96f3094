import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { definitionOf, draftOf, type RuleDraft } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { RulePreview } from './rule-preview.tsx'
import type { Rule } from './rule-type.ts'

type Props = { orgId: string; stored: Rule | undefined /** How many rules there are. */; count: number }

export function RuleEditor({ orgId, stored, count }: Props): ReactNode {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(stored))
  const create = useWrite('POST /console/api/w/{orgId}/rules')
  const edit = useWrite('PATCH /console/api/w/{orgId}/rules/{id}')
  const maySave = useMay('admin')
  const mayPreview = useMay('member')
  const definition = definitionOf(draft)
  const position = draft.position === '' ? undefined : Number(draft.position)
  const error = create.error ?? edit.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { name: draft.name, definition, ...(position !== undefined && { position }) }
    const leave = { onSuccess: () => void navigate({ to: `/w/${orgId}/rules` }) }
    if (stored === undefined) create.mutate({ params: { orgId }, body }, leave)
    else edit.mutate({ params: { orgId, id: stored.ruleId }, body }, leave)
  }
  return (
    <div className="rule-editor">
      <form className="card stack" onSubmit={submit}>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          placeholder="Strong intent"
          required
        />
        <RuleFields orgId={orgId} draft={draft} onChange={setDraft} />
        <TextField
          label="Place in the order"
          type="number"
          value={draft.position}
          onChange={(text) => setDraft({ ...draft, position: text })}
          hint={`From 1. Empty is ${stored === undefined ? `the last, ${count + 1}` : 'where it is'}.`}
        />
        {error !== null && <Failure error={error} what="the rule" />}
        {maySave && (
          <button type="submit" className="button primary" disabled={create.isPending || edit.isPending}>
            {stored === undefined ? 'Create' : 'Save'}
          </button>
        )}
        <CommandLine
          text={
            stored === undefined
              ? command(['rule', 'create'], { workspace: orgId, name: draft.name || 'NAME', channel: 'all' })
              : command(['rule', 'edit', stored.ruleId], { name: draft.name })
          }
        />
      </form>
      {mayPreview && (
        <RulePreview
          orgId={orgId}
          input={{ ...(stored && { ruleId: stored.ruleId }), definition, ...(position && { position }) }}
        />
      )}
    </div>
  )
}
