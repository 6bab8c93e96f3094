import { purchaseIntents, urgencies } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { categoryChoices, classificationChoices, platformChoices } from '../../text/choices.ts'
import { LinesField } from '../controls/check-field.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { PickField } from '../controls/pick-field.tsx'
import { AccountPick } from './account-pick.tsx'
import { type AddableField, AddedFields } from './added-fields.tsx'
import type { ConditionDraft, ConditionName } from './condition-draft.ts'
import { ListenerPick } from './listener-pick.tsx'

type Props = {
  orgId: string
  title: string
  draft: ConditionDraft
  onChange: (draft: ConditionDraft) => void
}

/** The conditions that select signals. */
export function ConditionFields({ orgId, ...rest }: Props): ReactNode {
  return <AddedFields none="Without a condition, every signal counts." fields={fieldsOf(orgId)} {...rest} />
}

/** The most common come first. */
function fieldsOf(orgId: string): Record<ConditionName, AddableField> {
  return {
    minUrgency: select('minUrgency', 'Urgency at least', 'how soon someone should answer', urgencies),
    platforms: pick('platforms', 'Platforms', 'where it was posted', platformChoices),
    keywords: {
      title: 'Words in the title or text',
      hint: 'keywords',
      field: ({ label, values, onChange }) => (
        <LinesField
          label={label}
          path={pathOf('keywords')}
          value={values.join('\n')}
          onChange={(text) => onChange(text.split('\n'))}
          hint="One per line; any of them matches."
        />
      ),
    },
    minPurchaseIntent: select(
      ...(['minPurchaseIntent', 'Purchase intent at least', 'how likely they buy', purchaseIntents] as const),
    ),
    minScore: {
      title: 'Score at least',
      hint: '0 to 100',
      field: ({ label, values: [value = ''], onChange }) => (
        <TextField
          label={label}
          path={pathOf('minScore')}
          value={value}
          onChange={(text) => onChange([text])}
          placeholder="0 to 100"
        />
      ),
    },
    listeners: {
      title: 'Listeners',
      hint: 'which search found it',
      field: (given) => <ListenerPick orgId={orgId} path={pathOf('listeners')} {...given} />,
    },
    accountKeys: {
      title: 'Accounts',
      hint: 'companies it is about',
      field: (given) => <AccountPick orgId={orgId} path={pathOf('accountKeys')} {...given} />,
    },
    classifications: pick('classifications', 'Classifications', 'what kind of post', classificationChoices),
    signalCategories: pick('signalCategories', 'Categories', 'what it is a sign of', categoryChoices),
    assigned: select('assigned', 'Assigned', 'whether someone has it', [
      { value: 'true', title: 'yes' },
      { value: 'false', title: 'no' },
    ]),
    scoreVersion: select('scoreVersion', 'Score version', 'how it was scored', ['1', '2', '3']),
  }
}

function pathOf(name: ConditionName): string {
  return `definition.conditions.${name}`
}

type Choice = { value: string; title: string }

function select(
  name: ConditionName,
  title: string,
  hint: string,
  choices: readonly (string | Choice)[],
): AddableField {
  return {
    ...{ title, hint },
    field: ({ label, values: [value = ''], onChange }) => (
      <SelectField
        label={label}
        path={pathOf(name)}
        all="any"
        value={value}
        choices={choices}
        onChange={(chosen) => onChange([chosen])}
      />
    ),
  }
}

function pick(name: ConditionName, title: string, hint: string, choices: readonly Choice[]): AddableField {
  return {
    ...{ title, hint },
    field: (given) => (
      <PickField path={pathOf(name)} choices={choices} placeholder="any: type to search" {...given} />
    ),
  }
}
