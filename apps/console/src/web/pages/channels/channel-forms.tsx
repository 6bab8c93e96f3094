import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import {
  flagsOf,
  inputOf,
  KindFields,
  type KindOption,
  type KindValues,
} from '../../parts/controls/kind-fields.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { command } from '../../text/command.ts'
import { ChannelFinding, useChannelCheck } from './channel-check.tsx'
import { ChannelPreview } from './channel-preview.tsx'
import type { Channel } from './channel-type.ts'

type Props = { orgId: string; channel: Channel; onDone: () => void }

const pauses = [
  { value: '30m', ms: 30 * 60_000, title: 'for 30 minutes' },
  { value: '2h', ms: 2 * 3_600_000, title: 'for 2 hours' },
  { value: '24h', ms: 86_400_000, title: 'for 24 hours' },
  { value: '7d', ms: 7 * 86_400_000, title: 'for 7 days' },
]

export function PauseChannel({ orgId, channel: { channelId }, onDone }: Props): ReactNode {
  const pause = useWrite('POST /console/api/w/{orgId}/channels/{id}/pause')
  const [length, setLength] = useState('2h')
  const submit = (): void => {
    const ms = pauses.find(({ value }) => value === length)?.ms ?? 0
    const body = { until: new Date(Date.now() + ms).toISOString() }
    pause.mutate({ params: { orgId, id: channelId }, body }, { onSuccess: onDone })
  }
  return (
    <Form write={pause} onSubmit={submit}>
      <p>
        Nothing is sent until the pause is over; messages wait. Instant alerts for Slack and email that wait
        for more than 2 hours go out in the next digest. Enabling the channel does not end the pause.
      </p>
      <SelectField label="Pause" path="until" value={length} onChange={setLength} choices={pauses} />
      <Submit write={pause} refused="The channel was not paused.">
        Pause
      </Submit>
      <CommandLine text={command(['channel', 'pause', channelId], { until: length })} />
    </Form>
  )
}

/** The options of the channel's kind, secrets or the rest. */
function useOptions(kind: string, isSecret: boolean) {
  const kinds = useRead('GET /console/api/channel-kinds', {}, { everyMs: 'never' })
  const known = kinds.data?.items.find((one) => one.kind === kind)
  // Alone, none of them goes with another: the server judges what belongs together.
  const own = (known?.options ?? [])
    .filter((one) => one.isSecret === isSecret)
    .map((one) => ({ ...one, goesWith: null, isNeeded: false }))
  return { kinds, known, own }
}

export function EditChannel({ orgId, channel, onDone }: Props): ReactNode {
  const { channelId, kind, settings } = channel
  const { kinds, known, own } = useOptions(kind, false)
  const { own: secrets } = useOptions(kind, true)
  const edit = useWrite('PATCH /console/api/w/{orgId}/channels/{id}')
  const [name, setName] = useState(channel.name)
  const [values, setValues] = useState<KindValues>(() => textsOf(settings))
  const { finding, offered } = useChannelCheck(orgId, known, values, channelId)
  const refused = edit.error instanceof ApiError ? edit.error.faults.map(({ path }) => path) : []
  // The server asks for them when the URL leads to another origin.
  const again = secrets.filter(
    ({ member }) => refused.includes(`secrets.${member}`) || values[member] !== undefined,
  )
  const changes = changesOf(own, values, settings)
  const submit = (): void => {
    const body = { name, settings: changes, secrets: inputOf(again, values).secrets }
    edit.mutate({ params: { orgId, id: channelId }, body }, { onSuccess: onDone })
  }
  return (
    <Answer of={kinds} what="the kinds of channels">
      {() => (
        <Form write={edit} onSubmit={submit}>
          <TextField label="Name" path="name" value={name} onChange={setName} required />
          <KindFields options={[...own, ...again]} values={values} onChange={setValues} offered={offered} />
          {known?.check != null && <ChannelFinding title={known.title} finding={finding} />}
          {own.some(({ inserts }) => inserts.length > 0) && (
            <ChannelPreview orgId={orgId} input={{ channelId, settings: inputOf(own, values).settings }} />
          )}
          <Refusal error={edit.error} what="The channel was not changed." />
          <p className="hint">
            Waiting messages use the new settings. Secrets are rotated, not edited; a URL on another origin
            needs them again.
          </p>
          <Button type="submit" look="primary" disabled={edit.isPending}>
            Save
          </Button>
          <CommandLine
            text={command(['channel', 'edit', channelId], {
              name,
              ...flagsOf(
                own.filter(({ member }) => changes[member] !== undefined),
                values,
              ),
              clear: own.flatMap(({ member, flag }) => (changes[member] === null ? [flag] : [])),
            })}
          />
        </Form>
      )}
    </Answer>
  )
}

/** What differs from the stored settings; an emptied field removes its setting. */
function changesOf(
  options: readonly KindOption[],
  values: KindValues,
  stored: Channel['settings'],
): Record<string, string | string[] | null> {
  const given: Record<string, string | string[]> = inputOf(options, values).settings
  const before = textsOf(stored)
  const changed = options.filter(({ member }) => (values[member] ?? '') !== (before[member] ?? ''))
  return Object.fromEntries(changed.map(({ member }) => [member, given[member] ?? null]))
}

function textsOf(settings: Channel['settings']): KindValues {
  return Object.fromEntries(
    Object.entries(settings).map(([member, value]) => [
      member,
      Array.isArray(value) ? value.join('\n') : String(value),
    ]),
  )
}

const overlaps = [
  { value: '86400', title: 'for 24 hours' },
  { value: '604800', title: 'for 7 days' },
  { value: '0', title: 'no longer: they end at once' },
]

export function RotateChannel({ orgId, channel: { channelId, kind } }: Omit<Props, 'onDone'>): ReactNode {
  const { kinds, known, own } = useOptions(kind, true)
  const rotate = useWrite('POST /console/api/w/{orgId}/channels/{id}/rotate')
  const [overlap, setOverlap] = useState('86400')
  const [values, setValues] = useState<KindValues>({})
  const { finding } = useChannelCheck(orgId, known, values)
  const generated = known?.generated ?? null
  if (rotate.data !== undefined) {
    const { secret, previousValidUntil } = rotate.data
    return (
      <div className="stack">
        <p>
          The channel has new secrets. The previous ones end <Moment at={previousValidUntil} mayBeAhead />.
        </p>
        {secret !== null && <SecretOnce secret={secret} />}
      </div>
    )
  }
  const submit = (): void => {
    const body = { overlapSeconds: Number(overlap), secrets: inputOf(own, values).secrets }
    rotate.mutate({ params: { orgId, id: channelId }, body })
  }
  return (
    <Answer of={kinds} what="the kinds of channels">
      {() => (
        <Form write={rotate} onSubmit={submit}>
          <p>
            {generated === null
              ? 'Enter the secrets to change. Leave the others empty to keep them.'
              : 'Leave it empty for a generated secret, which is shown once.'}
          </p>
          <KindFields options={own} values={values} onChange={setValues} />
          {known?.check != null && <ChannelFinding title={known.title} finding={finding} />}
          <SelectField
            label="The present secrets work"
            path="overlapSeconds"
            value={overlap}
            onChange={setOverlap}
            choices={overlaps}
          />
          <Submit write={rotate} refused="The secrets were not rotated.">
            Rotate
          </Submit>
          <CommandLine
            text={command(['channel', 'rotate', channelId], {
              overlap: `${overlap}s`,
              ...flagsOf(own, values),
            })}
          />
        </Form>
      )}
    </Answer>
  )
}
