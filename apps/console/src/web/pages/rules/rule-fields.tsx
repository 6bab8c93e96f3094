import type { ReactNode } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { ConditionFields } from '../../parts/conditions/condition-fields.tsx'
import { CheckField, GroupFault } from '../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { More } from '../../parts/form/more.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { timeZonesWith } from '../../text/choices.ts'
import { allParts, draftOf, modeTitles, type RuleDraft } from './rule-draft.ts'

type Props = { orgId: string; draft: RuleDraft; onChange: (draft: RuleDraft) => void }

/** Names of members whose values are texts. */
type TextName = { [Name in keyof RuleDraft]: RuleDraft[Name] extends string ? Name : never }[keyof RuleDraft]

/** Where the rule has what a field holds. */
const pathOf: Partial<Record<TextName, string>> = {
  subject: 'definition.subject',
  cron: 'definition.cron',
  timeZone: 'definition.timeZone',
  throttleCount: 'definition.throttle.count',
  throttleMinutes: 'definition.throttle.windowMs',
  quietFrom: 'definition.quiet.from',
  quietTo: 'definition.quiet.to',
}

export function RuleFields({ orgId, draft, onChange }: Props): ReactNode {
  const change = (changes: Partial<RuleDraft>): void => onChange({ ...draft, ...changes })
  const text = (name: TextName, label: string, hint?: string, type: 'text' | 'time' = 'text') => (
    <TextField
      label={label}
      path={pathOf[name]}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      {...(hint !== undefined && { hint })}
      type={type}
    />
  )
  return (
    <>
      <ConditionFields
        orgId={orgId}
        title="Alerts on signals that meet all of these"
        draft={draft.conditions}
        onChange={(conditions) => change({ conditions })}
      />
      <Channels orgId={orgId} draft={draft} onChange={onChange} />
      <fieldset className="fields">
        <legend>When</legend>
        <SelectField
          label="Mode"
          path="definition.mode"
          value={draft.mode}
          choices={Object.entries(modeTitles).map(([value, title]) => ({ value, title }))}
          onChange={(mode) => change({ mode })}
        />
        {draft.mode === 'digest' && (
          <>
            {text('cron', 'Digests at', 'Five fields of cron: minute, hour, day, month, weekday.')}
            <SelectField
              label="One digest for each"
              path="definition.groupBy"
              value={draft.groupBy}
              choices={[{ value: 'none', title: 'period' }, 'account', 'listener', 'assignee']}
              onChange={(groupBy) => change({ groupBy })}
            />
          </>
        )}
      </fieldset>
      <More title="Messages, times and limits" isUsed={isUsed(draft)}>
        <People orgId={orgId} draft={draft} onChange={onChange} />
        <fieldset className="fields">
          <legend>Its messages</legend>
          <SelectField
            label="Label language"
            path="definition.language"
            value={draft.language}
            choices={[
              { value: 'en', title: 'English' },
              { value: 'de', title: 'German' },
            ]}
            onChange={(language) => change({ language })}
          />
          {text(
            'subject',
            'Email subject',
            'Empty means the default. {{signal.title}} is replaced by the title.',
          )}
          {allParts.map(({ value, title }) => (
            <CheckField
              key={value}
              label={title}
              isChecked={draft.parts.includes(value)}
              onChange={(isChecked) =>
                change({
                  parts: isChecked ? [...draft.parts, value] : draft.parts.filter((one) => one !== value),
                })
              }
            />
          ))}
          <GroupFault path="definition.parts" />
        </fieldset>
        <fieldset className="fields">
          <legend>Times and limits</legend>
          <SelectField
            label="Time zone"
            path="definition.timeZone"
            value={draft.timeZone}
            choices={timeZonesWith(draft.timeZone)}
            onChange={(timeZone) => change({ timeZone })}
          />
          {text(
            'throttleCount',
            'At most this many',
            'Empty means no limit. Alerts over the limit go out together.',
          )}
          {text('throttleMinutes', 'in this many minutes')}
          {text('quietFrom', 'Quiet from', undefined, 'time')}
          {text('quietTo', 'Quiet until', undefined, 'time')}
          <CheckField
            label="Immediate signals ignore the quiet hours"
            isChecked={draft.quietBypass}
            onChange={(quietBypass) => change({ quietBypass })}
          />
          <CheckField
            label="Check the rules after this one too"
            isChecked={draft.continue}
            onChange={(goesOn) => change({ continue: goesOn })}
          />
          <CheckField
            label="Alert on old signals, and on those that were alerted elsewhere"
            isChecked={draft.backfill}
            onChange={(backfill) => change({ backfill })}
          />
        </fieldset>
      </More>
    </>
  )
}

function People({ orgId, draft, onChange }: Props): ReactNode {
  const names = usePeopleNames(orgId)
  const { assign } = draft
  if (names.size === 0) return undefined
  return (
    <fieldset className="fields">
      <legend>Who gets the leads, in turn</legend>
      {[...names].map(([id, name]) => (
        <CheckField
          key={id}
          label={<Stranger text={name} />}
          isChecked={assign.includes(id)}
          onChange={(isChecked) =>
            onChange({ ...draft, assign: isChecked ? [...assign, id] : assign.filter((one) => one !== id) })
          }
        />
      ))}
      <GroupFault path="definition.assign" />
    </fieldset>
  )
}

function Channels({ orgId, draft, onChange }: Props): ReactNode {
  const names = useChannelNames(orgId)
  const { channels } = draft
  return (
    <fieldset className="fields">
      <legend>Where</legend>
      <CheckField
        label="All channels, including future ones"
        isChecked={channels === undefined}
        onChange={(isAll) => onChange({ ...draft, channels: isAll ? undefined : [] })}
      />
      {channels !== undefined &&
        [...names].map(([id, name]) => (
          <CheckField
            key={id}
            label={<Stranger text={name} />}
            isChecked={channels.includes(id)}
            onChange={(isChecked) =>
              onChange({
                ...draft,
                channels: isChecked ? [...channels, id] : channels.filter((one) => one !== id),
              })
            }
          />
        ))}
      <GroupFault path="definition.channels" />
    </fieldset>
  )
}

const unused = draftOf(undefined)
const seldom = [
  ...([
    'language',
    'subject',
    'cron',
    'timeZone',
    'groupBy',
    'throttleCount',
    'quietFrom',
    'quietTo',
  ] as const),
  ...(['quietBypass', 'continue', 'backfill'] as const),
]

function isUsed(draft: RuleDraft): boolean {
  const hasParts = draft.parts.length !== unused.parts.length
  return hasParts || draft.assign.length > 0 || seldom.some((name) => draft[name] !== unused[name])
}
