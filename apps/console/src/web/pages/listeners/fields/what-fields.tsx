import type { ReactNode } from 'react'
import { ChipsField } from '../../../parts/controls/chips-field.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { modes, objectives } from '../draft/choices.ts'
import { linesOf, profileFields } from '../draft/listener-draft.ts'
import type { DraftProps } from './draft-props.ts'

/** What a listener looks for. */
export function WhatFields({ draft, onChange }: DraftProps): ReactNode {
  const change = (changes: Partial<DraftProps['draft']>): void => onChange({ ...draft, ...changes })
  return (
    <>
      <TextField
        label="Name"
        path="name"
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder="CRM seekers"
        required
      />
      <fieldset className="fields">
        <legend>What it looks for</legend>
        <SelectField
          label="It finds"
          path="plan.mode"
          value={draft.mode}
          choices={modes}
          onChange={(mode) => change({ mode })}
        />
        <SelectField
          label="Goal"
          path="plan.objective"
          value={draft.objective}
          choices={goalsWith(draft.objective)}
          onChange={(objective) => change({ objective })}
        />
        <ChipsField
          label="Keywords"
          path="plan.keywords"
          values={linesOf(draft.keywords)}
          onChange={(keywords) => change({ keywords: keywords.join('\n') })}
          hint="A post must mention one of them."
        />
        <ChipsField
          label="Exclusions"
          path="plan.exclusions"
          values={linesOf(draft.exclusions)}
          onChange={(exclusions) => change({ exclusions: exclusions.join('\n') })}
          hint="A post with one of them is dropped."
        />
        {(profileFields[draft.mode] ?? []).map(([field, label]) => (
          <ChipsField
            key={field}
            label={label}
            path={`plan.profile.${field}`}
            values={linesOf(draft.profile[field] ?? '')}
            onChange={(texts) => change({ profile: { ...draft.profile, [field]: texts.join('\n') } })}
          />
        ))}
      </fieldset>
    </>
  )
}

/** A goal that was set elsewhere, in words of its own, stays. */
function goalsWith(own: string) {
  const isKnown = objectives.some(({ value }) => value === own)
  return isKnown ? objectives : [...objectives, { value: own, title: own }]
}
