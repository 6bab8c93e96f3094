import type { ReactNode } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { ConditionFields } from '../../parts/conditions/condition-fields.tsx'
import { CheckField, GroupFault } from '../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Icon } from '../../parts/controls/icon.tsx'
import { Button } from '../../parts/form/button.tsx'
import { choicesOf, timeZonesWith } from '../../text/choices.ts'
import { type EscalationDraft, type StepDraft, withStep } from './escalation-draft.ts'
import type { Taking } from './escalation-type.ts'

type Props = { orgId: string; draft: EscalationDraft; onChange: (draft: EscalationDraft) => void }

const stepsAtMost = 10
const takings: Record<Taking, string> = {
  assigned: 'A person is assigned',
  acknowledged: 'A person acknowledges it',
  read: 'A person reads it',
  verdict: 'A person gives a verdict',
}

export function EscalationFields({ orgId, draft, onChange }: Props): ReactNode {
  const change = (changes: Partial<EscalationDraft>): void => onChange({ ...draft, ...changes })
  return (
    <>
      <ConditionFields
        orgId={orgId}
        title="Escalates signals that meet all of these"
        draft={draft.conditions}
        onChange={(conditions) => change({ conditions })}
      />
      <Steps orgId={orgId} draft={draft} onChange={onChange} />
      <fieldset className="fields">
        <legend>Until one of these happens</legend>
        {Object.entries(takings).map(([name, title]) => (
          <CheckField
            key={name}
            label={title}
            isChecked={draft.unless.some((one) => one === name)}
            onChange={(isChecked) =>
              change({
                // The cast: the entries are those of the titles.
                unless: (Object.keys(takings) as Taking[]).filter((one) =>
                  one === name ? isChecked : draft.unless.includes(one),
                ),
              })
            }
          />
        ))}
        <GroupFault path="definition.unless" />
      </fieldset>
      <fieldset className="fields">
        <legend>When</legend>
        <TextField
          label="Business hours"
          path="definition.hours"
          value={draft.hours}
          onChange={(hours) => change({ hours })}
          placeholder="Mo-Fr 09:00-18:00"
          hint="Outside these hours the clock stops. Empty means always."
        />
        <SelectField
          label="Time zone"
          path="definition.timeZone"
          value={draft.timeZone}
          choices={timeZonesWith(draft.timeZone)}
          onChange={(timeZone) => change({ timeZone })}
        />
        <TextField
          label="Holidays"
          path="definition.holidays"
          value={draft.holidays}
          onChange={(holidays) => change({ holidays })}
          placeholder="2026-12-25, 2026-12-26"
          hint="Whole days of the time zone without business hours."
        />
        <TextField
          label="More rounds"
          path="definition.repeat"
          type="number"
          value={draft.repeat}
          onChange={(repeat) => change({ repeat })}
          hint="How many times all steps repeat, 0 to 10."
        />
      </fieldset>
    </>
  )
}

function Steps({ orgId, draft, onChange }: Props): ReactNode {
  const channels = choicesOf(useChannelNames(orgId))
  const people = choicesOf(usePeopleNames(orgId))
  const changeStep = (key: number, changes: Partial<StepDraft>): void => {
    const steps = draft.steps.map((step) => (step.key === key ? { ...step, ...changes } : step))
    onChange({ ...draft, steps })
  }
  return (
    <fieldset className="fields">
      <legend>Steps, counted from when a signal is first stored</legend>
      <ol className="escalation-steps">
        {draft.steps.map(({ key, after, channelId, personId }, index) => (
          <li key={key}>
            <TextField
              label={`Step ${index + 1} after`}
              path={`definition.steps.${index}.afterMs`}
              value={after}
              onChange={(text) => changeStep(key, { after: text })}
              placeholder="15m"
            />
            <SelectField
              label={`Channel of step ${index + 1}`}
              path={`definition.steps.${index}.channelId`}
              value={channelId}
              choices={withOwn(channels, channelId)}
              onChange={(chosen) => changeStep(key, { channelId: chosen })}
            />
            <SelectField
              label={`Person of step ${index + 1}`}
              path={`definition.steps.${index}.personId`}
              all="no one in particular"
              value={personId}
              choices={withOwn(people, personId)}
              onChange={(chosen) => changeStep(key, { personId: chosen })}
            />
            <Button
              look="icon"
              aria-label={`Remove step ${index + 1}`}
              disabled={draft.steps.length === 1}
              onClick={() => onChange({ ...draft, steps: draft.steps.filter((step) => step.key !== key) })}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ol>
      <GroupFault path="definition.steps" />
      <p className="hint">
        Times such as 30s, 15m or 2h. A mail step with a person goes only to that person, not to the channel's
        addresses.
      </p>
      <div className="check">
        <Button disabled={draft.steps.length >= stepsAtMost} onClick={() => onChange(withStep(draft))}>
          Add a step
        </Button>
      </div>
    </fieldset>
  )
}

type Choice = { value: string; title: string }

/** A value that is stored stays a choice while, or although, the names do not contain it. */
function withOwn(choices: readonly Choice[], value: string): readonly Choice[] {
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return isKnown ? choices : [...choices, { value, title: '…' }]
}
