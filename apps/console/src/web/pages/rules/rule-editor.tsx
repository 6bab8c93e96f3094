import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfRule } from '../../text/alert-words.ts'
import { namesOf } from '../../text/name-of.ts'
import { createCommand, editCommand } from './rule-command.ts'
import { definitionOf, draftOf, modeTitles, type RuleDraft } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { RulePreview } from './rule-preview.tsx'
import type { Rule } from './rule-type.ts'

type Props = {
  orgId: string
  stored: Rule | undefined
  /** All rules, in their order. */
  rules: readonly Rule[]
}

export function RuleEditor({ orgId, stored, rules }: Props): ReactNode {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(stored))
  const create = useWrite('POST /console/api/w/{orgId}/rules')
  const edit = useWrite('PATCH /console/api/w/{orgId}/rules/{id}')
  const channels = useChannelNames(orgId)
  const listeners = useListenerNames(orgId)
  const maySave = useMay('admin')
  const mayPreview = useMay('member')
  const definition = definitionOf(draft)
  const others = rules.filter(({ ruleId }) => ruleId !== stored?.ruleId)
  const position = draft.position === '' ? undefined : Number(draft.position)
  const write = stored === undefined ? create : edit
  const sentence = wordsOfRule({
    conditions: definition.conditions,
    where:
      definition.channels === 'all'
        ? 'all channels'
        : namesOf(channels, definition.channels, 'a deleted channel') || 'no channel',
    when: modeTitles[definition.mode],
    quiet: definition.quiet,
    listeners,
  })
  const given = { name: draft.name, definition, position }
  const submit = (): void => {
    const body = { name: draft.name, definition, ...(position !== undefined && { position }) }
    const leave = { onSuccess: () => void navigate({ to: `/w/${orgId}/rules` }) }
    if (stored === undefined) create.mutate({ params: { orgId }, body }, leave)
    else edit.mutate({ params: { orgId, id: stored.ruleId }, body }, leave)
  }
  return (
    <div className="with-preview">
      <Form write={write} onSubmit={submit} className="card stack">
        <TextField
          label="Name"
          path="name"
          value={draft.name}
          onChange={(name) => setDraft({ ...draft, name })}
          placeholder="Strong intent"
          required
        />
        <RuleFields orgId={orgId} draft={draft} onChange={setDraft} />
        {others.length > 0 && (
          <SelectField
            label="Place in the order"
            path="position"
            value={draft.position || String(others.length + 1)}
            choices={[
              { value: '1', title: 'First' },
              ...others.map(({ name }, index) => ({ value: String(index + 2), title: `After ${name}` })),
            ]}
            onChange={(place) => setDraft({ ...draft, position: place })}
            hint="The first rule that matches decides, unless it lets the next ones decide too."
          />
        )}
        <p className="rule-sentence" aria-live="polite">
          <Stranger text={sentence} />
        </p>
        <Refusal error={write.error} what="The rule was not saved." />
        {maySave ? (
          <Button type="submit" look="primary" disabled={write.isPending}>
            {stored === undefined ? 'Create' : 'Save'}
          </Button>
        ) : (
          <p className="quiet">An admin {stored === undefined ? 'creates' : 'changes'} rules.</p>
        )}
        <CommandLine text={stored === undefined ? createCommand(orgId, given) : editCommand(stored, given)} />
      </Form>
      {mayPreview && (
        <RulePreview
          orgId={orgId}
          input={{
            ...(stored && { ruleId: stored.ruleId }),
            ...{ name: draft.name || '…', definition },
            ...(position && { position }),
          }}
        />
      )}
    </div>
  )
}
