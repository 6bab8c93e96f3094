import { purchaseIntents, urgencies } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { categoryChoices, classificationChoices, platformChoices } from '../../text/choices.ts'
import { LinesField } from '../controls/check-field.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { PickField } from '../controls/pick-field.tsx'
import { More } from '../form/more.tsx'
import { AccountPick } from './account-pick.tsx'
import { type ConditionDraft, entriesOf, type ListName, textOfEntries } from './condition-draft.ts'
import { ListenerPick } from './listener-pick.tsx'

type Props = {
  orgId: string
  title: string
  draft: ConditionDraft
  onChange: (changes: Partial<ConditionDraft>) => void
}

const any = 'any: type to search'

/** The conditions that select signals; all of them must hold. */
export function ConditionFields({ orgId, title, draft, onChange }: Props): ReactNode {
  const listed = (name: ListName) => ({
    path: `definition.conditions.${name}`,
    values: entriesOf(draft, name),
    onChange: (values: string[]) => onChange({ [name]: textOfEntries(name, values) }),
  })
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
  const seldom = [
    draft.minPurchaseIntent,
    draft.minScore,
    draft.scoreVersion,
    draft.listeners,
    draft.classifications,
  ]
  const others = [draft.signalCategories, draft.assigned, draft.accountKeys]
  return (
    <>
      <fieldset className="fields">
        <legend>{title}</legend>
        {select('minUrgency', 'Urgency at least', urgencies)}
        <PickField label="Platforms" {...listed('platforms')} choices={platformChoices} placeholder={any} />
        <LinesField
          label="Words in the title or text"
          path="definition.conditions.keywords"
          value={draft.keywords}
          onChange={(keywords) => onChange({ keywords })}
          hint="One per line; any of them matches."
        />
      </fieldset>
      <More title="More conditions" isUsed={[...seldom, ...others].some((text) => text !== '')}>
        <div className="fields">
          {select('minPurchaseIntent', 'Purchase intent at least', purchaseIntents)}
          <TextField
            label="Score at least"
            path="definition.conditions.minScore"
            value={draft.minScore}
            onChange={(minScore) => onChange({ minScore })}
            placeholder="0 to 100"
          />
          {select('scoreVersion', 'Score version', ['1', '2', '3'])}
          <ListenerPick label="Listeners" orgId={orgId} {...listed('listeners')} />
          <PickField
            label="Classifications"
            {...listed('classifications')}
            choices={classificationChoices}
            placeholder={any}
          />
          <PickField
            label="Categories"
            {...listed('signalCategories')}
            choices={categoryChoices}
            placeholder={any}
          />
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
          <AccountPick label="Accounts" orgId={orgId} {...listed('accountKeys')} />
        </div>
      </More>
    </>
  )
}
