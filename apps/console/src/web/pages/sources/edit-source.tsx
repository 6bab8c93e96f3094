import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { command } from '../../text/command.ts'

type Source = Answer<'GET /console/api/w/{orgId}/sources/{id}'>
type Props = { orgId: string; source: Source; onDone: () => void }

/** Renames a source and changes how strict it is. Its scheme stays: another one is another source. */
export function EditSource({ orgId, source, onDone }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {})
  const edit = useWrite('POST /console/api/w/{orgId}/sources/{id}/edit')
  const [name, setName] = useState(source.name)
  const [tolerance, setTolerance] = useState(String(source.toleranceSeconds))
  const [rate, setRate] = useState(source.ratePerMinute === null ? '' : String(source.ratePerMinute))
  const [settings, setSettings] = useState(source.settings)
  const scheme = schemes.data?.items.find((one) => one.name === source.scheme)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = {
      name,
      ratePerMinute: rate === '' ? null : Number(rate),
      ...(scheme?.toleranceApplies === true && { toleranceSeconds: Number(tolerance) }),
      ...(scheme !== undefined && scheme.settings.length > 0 && { settings }),
    }
    edit.mutate({ params: { orgId, id: source.sourceId }, body }, { onSuccess: onDone })
  }
  const options = {
    name: name === source.name ? undefined : name,
    tolerance: tolerance === String(source.toleranceSeconds) ? undefined : tolerance,
    rate: rate === String(source.ratePerMinute ?? '') ? undefined : rate || 'none',
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>Every intake follows within 5 seconds. Requests that are on their way are judged as before.</p>
      <TextField label="Name" value={name} onChange={setName} required />
      {scheme?.toleranceApplies === true && (
        <TextField
          label="Clock tolerance in seconds"
          type="number"
          value={tolerance}
          onChange={setTolerance}
          hint="1 to 3,600: how far a signed timestamp may differ from our clock"
          required
        />
      )}
      <TextField
        label="Limit in requests a minute"
        type="number"
        value={rate}
        onChange={setRate}
        hint="Empty: no limit"
      />
      {scheme?.settings.map((setting) => (
        <TextField
          key={setting}
          label={`Setting ${setting}`}
          value={settings[setting] ?? ''}
          onChange={(value) => setSettings({ ...settings, [setting]: value })}
        />
      ))}
      {edit.error !== null && <Failure error={edit.error} what="the change" />}
      <button type="submit" className="button primary" disabled={edit.isPending}>
        Save
      </button>
      <CommandLine text={command(['source', 'edit', source.sourceId], options)} />
    </form>
  )
}
