import type { ReactNode } from 'react'
import { LinesField } from '../controls/check-field.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import type { ConditionDraft } from './condition-draft.ts'

type Props = {
  title: string
  draft: ConditionDraft
  onChange: (changes: Partial<ConditionDraft>) => void
}

const urgencies = ['low', 'medium', 'high', 'immediate']
const intents = ['weak', 'moderate', 'strong', 'explicit']

/** The conditions that select signals; all of them must hold. */
export function ConditionFields({ title, draft, onChange }: Props): ReactNode {
  const text = (name: keyof ConditionDraft, label: string, hint?: string, placeholder?: string) => (
    <TextField
      label={label}
      path={`definition.conditions.${name}`}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      {...(hint !== undefined && { hint })}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
  const select = (name: keyof ConditionDraft, label: string, choices: readonly string[]) => (
    <SelectField
      label={label}
      path={`definition.conditions.${name}`}
      all="any"
      value={draft[name]}
      choices={choices}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <fieldset className="fields">
      <legend>{title}</legend>
      {select('minUrgency', 'Urgency at least', urgencies)}
      {select('minPurchaseIntent', 'Purchase intent at least', intents)}
      {text('minScore', 'Score at least', undefined, '0 to 100')}
      {select('scoreVersion', 'Score version', ['1', '2', '3'])}
      {text('platforms', 'Platforms', 'Separated by commas.', 'reddit, g2')}
      {text('listeners', 'Listeners', 'Their ids, separated by commas.')}
      {text('classifications', 'Classifications', 'Separated by commas.', 'high_intent, evaluating')}
      {text('signalCategories', 'Categories', 'Separated by commas.')}
      <SelectField
        label="Assigned"
        path="definition.conditions.assigned"
        all="either way"
        value={draft.assigned}
        choices={[
          { value: 'true', title: 'yes' },
          { value: 'false', title: 'no' },
        ]}
        onChange={(assigned) => onChange({ assigned })}
      />
      <LinesField
        label="Words in the title or text"
        path="definition.conditions.keywords"
        value={draft.keywords}
        onChange={(keywords) => onChange({ keywords })}
        hint="One per line; any of them matches."
      />
      <LinesField
        label="Accounts"
        path="definition.conditions.accountKeys"
        value={draft.accountKeys}
        onChange={(accountKeys) => onChange({ accountKeys })}
        hint="Their keys, one per line, such as d:example.com."
      />
    </fieldset>
  )
}
