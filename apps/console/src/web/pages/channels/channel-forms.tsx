import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import {
  faultsOf,
  inputOf,
  KindFields,
  type KindOption,
  type KindValues,
} from '../../parts/controls/kind-fields.tsx'
import { Answer, Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { command } from '../../text/command.ts'
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
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const ms = pauses.find(({ value }) => value === length)?.ms ?? 0
    const body = { until: new Date(Date.now() + ms).toISOString() }
    pause.mutate({ params: { orgId, id: channelId }, body }, { onSuccess: onDone })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        Nothing is sent until the pause is over; messages wait. Instant alerts for Slack and email that wait
        for more than 2 hours go out in the next digest. Enabling the channel does not end the pause.
      </p>
      <SelectField label="Pause" value={length} onChange={setLength} choices={pauses} />
      {pause.error !== null && <Failure error={pause.error} what="the pause" />}
      <button type="submit" className="button primary" disabled={pause.isPending}>
        Pause
      </button>
      <CommandLine text={command(['channel', 'pause', channelId], { until: length })} />
    </form>
  )
}

/** The options of the channel's kind, secrets or the rest. */
function useOptions(kind: string, isSecret: boolean) {
  const kinds = useRead('GET /console/api/channel-kinds', {})
  const options = kinds.data?.items.find((one) => one.kind === kind)?.options ?? []
  // Alone, none of them goes with another: the server judges what belongs together.
  const own = options
    .filter((one) => one.isSecret === isSecret)
    .map((one) => ({ ...one, goesWith: null, isNeeded: false }))
  return { kinds, own }
}

export function EditChannel({ orgId, channel, onDone }: Props): ReactNode {
  const { channelId, kind, settings } = channel
  const { kinds, own } = useOptions(kind, false)
  const { own: secrets } = useOptions(kind, true)
  const edit = useWrite('PATCH /console/api/w/{orgId}/channels/{id}')
  const [name, setName] = useState(channel.name)
  const [values, setValues] = useState<KindValues>(() => textsOf(settings))
  const faults = edit.error instanceof ApiError ? faultsOf(edit.error.faults) : {}
  // The server asks for them when the URL leads to another origin.
  const again = secrets.filter(({ member }) => faults[member] !== undefined || values[member] !== undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const changed = changesOf(own, values, settings)
    const body = { name, settings: changed, secrets: inputOf(again, values).secrets }
    edit.mutate({ params: { orgId, id: channelId }, body }, { onSuccess: onDone })
  }
  return (
    <Answer of={kinds} what="the kinds of channels">
      {() => (
        <form className="stack" onSubmit={submit}>
          <TextField label="Name" value={name} onChange={setName} required />
          <KindFields options={[...own, ...again]} values={values} onChange={setValues} faults={faults} />
          {edit.error !== null && <Failure error={edit.error} what="the change" />}
          <p className="hint">
            What waits goes to the new settings. Secrets are rotated, not edited; a URL on another origin
            needs them again.
          </p>
          <button type="submit" className="button primary" disabled={edit.isPending}>
            Save
          </button>
          <CommandLine text={command(['channel', 'edit', channelId], { name })} />
        </form>
      )}
    </Answer>
  )
}

/** What differs from the stored settings; an emptied field removes its setting. */
function changesOf(options: readonly KindOption[], values: KindValues, stored: Channel['settings']) {
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
  const { kinds, own } = useOptions(kind, true)
  const rotate = useWrite('POST /console/api/w/{orgId}/channels/{id}/rotate')
  const [overlap, setOverlap] = useState('86400')
  const [values, setValues] = useState<KindValues>({})
  const generated = kinds.data?.items.find((one) => one.kind === kind)?.generated ?? null
  if (rotate.data !== undefined) {
    const { secret, previousValidUntil } = rotate.data
    return (
      <div className="stack">
        <p>
          The channel has new secrets. The previous ones end <Moment at={previousValidUntil} />.
        </p>
        {secret !== null && <SecretOnce secret={secret} />}
      </div>
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { overlapSeconds: Number(overlap), secrets: inputOf(own, values).secrets }
    rotate.mutate({ params: { orgId, id: channelId }, body })
  }
  return (
    <Answer of={kinds} what="the kinds of channels">
      {() => (
        <form className="stack" onSubmit={submit}>
          <p>
            {generated === null
              ? 'Give the secrets that change. Those that are left empty stay.'
              : 'Leave it empty for a generated secret, which is shown once.'}
          </p>
          <KindFields
            options={own}
            values={values}
            onChange={setValues}
            faults={rotate.error instanceof ApiError ? faultsOf(rotate.error.faults) : {}}
          />
          <SelectField
            label="The present secrets work"
            value={overlap}
            onChange={setOverlap}
            choices={overlaps}
          />
          {rotate.error !== null && <Failure error={rotate.error} what="the new secrets" />}
          <button type="submit" className="button primary" disabled={rotate.isPending}>
            Rotate
          </button>
          <CommandLine text={command(['channel', 'rotate', channelId], { overlap: `${overlap}s` })} />
        </form>
      )}
    </Answer>
  )
}
