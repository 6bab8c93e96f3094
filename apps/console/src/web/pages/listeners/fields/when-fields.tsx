import type { ReactNode } from 'react'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { sensitivities } from '../draft/choices.ts'
import type { DraftProps } from './draft-props.ts'

/** When a listener runs, and how much it keeps. */
export function WhenFields({ draft, onChange }: DraftProps): ReactNode {
  const change = (changes: Partial<DraftProps['draft']>): void => onChange({ ...draft, ...changes })
  return (
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
        choices={sensitivities}
        onChange={(sensitivity) => change({ sensitivity })}
      />
    </fieldset>
  )
}
