import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useChannelNames, useRuleNames } from '../../api/use-alert-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { AccountPick } from '../../parts/conditions/account-pick.tsx'
import { AddedFields, type FieldDraft } from '../../parts/conditions/added-fields.tsx'
import { ListenerPick } from '../../parts/conditions/listener-pick.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { nameOf } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'

const hourMs = 3_600_000
const lengths = [
  { value: '1h', ms: hourMs, title: 'for 1 hour' },
  { value: '8h', ms: 8 * hourMs, title: 'for 8 hours' },
  { value: '24h', ms: 24 * hourMs, title: 'for 24 hours' },
]
const longLengths = [
  { value: '7d', ms: 7 * 24 * hourMs, title: 'for 7 days' },
  { value: '30d', ms: 30 * 24 * hourMs, title: 'for 30 days' },
]
/** So that a request at the end of 24 hours is not a moment too long for a member. */
const slackMs = 1_000

export function NewSilence({ orgId, onDone }: { orgId: string; onDone: () => void }): ReactNode {
  const create = useWrite('POST /console/api/w/{orgId}/silences')
  const rules = useRuleNames(orgId)
  const choices = useMay('admin') ? [...lengths, ...longLengths] : lengths
  const [draft, setDraft] = useState<FieldDraft<keyof Conditions>>({ accountKey: [] })
  const [reason, setReason] = useState('')
  const [length, setLength] = useState('1h')
  const conditions: Conditions = Object.fromEntries(
    Object.entries(draft).flatMap(([name, [value = '']]) => (value === '' ? [] : [[name, value]])),
  )
  const submit = (): void => {
    const ms = choices.find(({ value }) => value === length)?.ms ?? hourMs
    const until = new Date(Date.now() + ms - slackMs).toISOString()
    const body = { conditions, until, reason: reason === '' ? null : reason }
    create.mutate({ params: { orgId }, body }, { onSuccess: onDone })
  }
  return (
    <Form write={create} onSubmit={submit}>
      <AddedFields
        title="Mutes alerts that meet all of these"
        none="Without a condition, the whole workspace is muted."
        draft={draft}
        onChange={setDraft}
        fields={{
          accountKey: {
            title: 'Account',
            hint: 'a company',
            field: (given) => <AccountPick orgId={orgId} path="conditions.accountKey" isSingle {...given} />,
          },
          listenerId: {
            title: 'Listener',
            hint: 'which search found it',
            field: (given) => <ListenerPick orgId={orgId} path="conditions.listenerId" isSingle {...given} />,
          },
          ruleId: {
            title: 'Rule',
            hint: 'which rule alerts',
            field: ({ label, values: [value = ''], onChange }) => (
              <SelectField
                label={label}
                path="conditions.ruleId"
                all="any"
                value={value}
                onChange={(chosen) => onChange([chosen])}
                choices={[...rules].map(([id, title]) => ({ value: id, title }))}
              />
            ),
          },
        }}
      />
      <SelectField label="Mute" path="until" value={length} onChange={setLength} choices={choices} />
      <TextField label="Reason" path="reason" value={reason} onChange={setReason} placeholder="Maintenance" />
      <Kept orgId={orgId} conditions={conditions} />
      <Submit write={create} refused="Nothing was muted.">
        Mute
      </Submit>
      <CommandLine
        text={command(['silence', 'create'], {
          workspace: orgId,
          until: length,
          account: conditions.accountKey ?? '',
          listener: conditions.listenerId ?? '',
          rule: conditions.ruleId ?? '',
          reason,
        })}
      />
    </Form>
  )
}

type Conditions = { accountKey?: string; listenerId?: string; ruleId?: string }

function Kept({ orgId, conditions }: { orgId: string; conditions: Conditions }): ReactNode {
  const channels = useChannelNames(orgId)
  const operation = 'POST /console/api/w/{orgId}/silences/preview'
  const preview = useQuery({
    queryKey: [operation, orgId, conditions],
    queryFn: ({ signal }) => call(operation, { params: { orgId }, body: { conditions } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className="card" aria-live="polite">
      <Answer of={preview} what="what it would have held back">
        {({ alerts, isCut, examples }) => (
          <>
            <p>
              In the last 7 days it would have held back <strong>{format(alerts)}</strong>{' '}
              {alerts === 1 ? 'alert' : 'alerts'}
              {isCut && ', among the last 5,000'}.
            </p>
            {examples.length > 0 && (
              <ul className="issues">
                {examples.map(({ signalId, channelId, title }) => (
                  <li key={`${signalId} ${channelId}`}>
                    <Stranger text={title === null ? 'A deleted signal' : readTitle(title)} />{' '}
                    <span className="quiet">
                      to <Stranger text={nameOf(channels, channelId, 'a deleted channel')} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}
