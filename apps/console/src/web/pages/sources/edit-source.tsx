import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { command } from '../../text/command.ts'
import { SchemeSettings, settingsOf } from './scheme-settings.tsx'

type Source = Answer<'GET /console/api/w/{orgId}/sources/{id}'>
type Props = { orgId: string; source: Source; onDone: () => void }

/** Renames a source and changes how strict it is. Its scheme stays: another one is another source. */
export function EditSource({ orgId, source, onDone }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const edit = useWrite('POST /console/api/w/{orgId}/sources/{id}/edit')
  const [name, setName] = useState(source.name)
  const [tolerance, setTolerance] = useState(String(source.toleranceSeconds))
  const [rate, setRate] = useState(source.ratePerMinute === null ? '' : String(source.ratePerMinute))
  const [settings, setSettings] = useState(source.settings)
  const scheme = schemes.data?.items.find((one) => one.name === source.scheme)

  const submit = (): void => {
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
    setting: settingsOf(settings).filter((setting) => !settingsOf(source.settings).includes(setting)),
    rate: rate === String(source.ratePerMinute ?? '') ? undefined : rate || 'none',
  }
  return (
    <Form write={edit} onSubmit={submit}>
      <p>Takes effect within 5 seconds. Requests in flight use the old settings.</p>
      <TextField label="Name" path="name" value={name} onChange={setName} required />
      {scheme?.toleranceApplies === true && (
        <TextField
          label="Clock tolerance in seconds"
          path="toleranceSeconds"
          type="number"
          value={tolerance}
          onChange={setTolerance}
          hint="1 to 3,600: how far a signed timestamp may differ from our clock"
          required
        />
      )}
      <TextField
        label="Limit in requests a minute"
        path="ratePerMinute"
        type="number"
        value={rate}
        onChange={setRate}
        hint="Empty: no limit"
      />
      <SchemeSettings of={scheme} values={settings} onChange={setSettings} />
      <Submit write={edit} refused="The source was not changed.">
        Save
      </Submit>
      <CommandLine text={command(['source', 'edit', source.sourceId], options)} />
    </Form>
  )
}
