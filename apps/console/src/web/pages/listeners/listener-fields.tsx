import type { ReactNode } from 'react'
import { LinesField } from '../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { type ListenerDraft, profileFields } from './draft/listener-draft.ts'
import { objectives } from './draft/objectives.ts'

type Props = { draft: ListenerDraft; onChange: (draft: ListenerDraft) => void }

const modes = [
  { value: 'market', title: 'people who need what you sell' },
  { value: 'rivals', title: 'people who are unhappy with rivals' },
  { value: 'places', title: 'local businesses' },
]

/** The plan of a listener, when it runs, and how much it keeps. */
export function ListenerFields({ draft, onChange }: Props): ReactNode {
  const change = (changes: Partial<ListenerDraft>): void => onChange({ ...draft, ...changes })
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
        <LinesField
          label="Keywords"
          path="plan.keywords"
          value={draft.keywords}
          onChange={(keywords) => change({ keywords })}
          hint="One per line. A post must mention one of them."
        />
        <LinesField
          label="Exclusions"
          path="plan.exclusions"
          value={draft.exclusions}
          onChange={(exclusions) => change({ exclusions })}
          hint="One per line. A post with one of them is dropped."
        />
        {(profileFields[draft.mode] ?? []).map(([field, label]) => (
          <LinesField
            key={field}
            label={label}
            path={`plan.profile.${field}`}
            value={draft.profile[field] ?? ''}
            onChange={(text) => change({ profile: { ...draft.profile, [field]: text } })}
            hint="One per line."
          />
        ))}
      </fieldset>
      <fieldset className="fields">
        <legend>Where it looks</legend>
        <LinesField
          label="Queries"
          path="plan.queries"
          value={draft.queries}
          onChange={(queries) => change({ queries })}
          hint="One per line, after its platform. hackernews: looking for a CRM"
        />
        <LinesField
          label="Job boards and feeds"
          path="boards"
          value={draft.boards}
          onChange={(boards) => change({ boards })}
          hint="One per line, after its platform. greenhouse: stripe, or linkedin: https://feeds.example/1"
        />
      </fieldset>
      <fieldset className="fields">
        <legend>When, and how much</legend>
        <SelectField
          label="It runs"
          value={draft.runs}
          choices={[
            { value: 'every', title: 'after a number of minutes' },
            { value: 'cron', title: 'by a schedule' },
          ]}
          onChange={(runs) => change({ runs: runs === 'cron' ? 'cron' : 'every' })}
        />
        {draft.runs === 'every' ? (
          <TextField
            label="Minutes between runs"
            path="schedule.everyMinutes"
            type="number"
            value={draft.everyMinutes}
            onChange={(everyMinutes) => change({ everyMinutes })}
          />
        ) : (
          <>
            <TextField
              label="Schedule"
              path="schedule.cron"
              value={draft.cron}
              onChange={(cron) => change({ cron })}
              hint="Five fields of cron: minute, hour, day, month, weekday."
              placeholder="0 8 * * 1-5"
            />
            <TextField
              label="Time zone"
              path="schedule.timezone"
              value={draft.timeZone}
              onChange={(timeZone) => change({ timeZone })}
              placeholder="Europe/Berlin"
            />
          </>
        )}
        <SelectField
          label="It keeps"
          path="sensitivity"
          value={draft.sensitivity}
          choices={[
            { value: 'low', title: 'only what is sure' },
            { value: 'balanced', title: 'what is likely useful' },
            { value: 'high', title: 'also what may be useful' },
          ]}
          onChange={(sensitivity) => change({ sensitivity })}
        />
      </fieldset>
    </>
  )
}

/** A goal that was set elsewhere, in words of its own, stays. */
function goalsWith(own: string) {
  const isKnown = objectives.some(({ value }) => value === own)
  return isKnown ? objectives : [...objectives, { value: own, title: own }]
}
