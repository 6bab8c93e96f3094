import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'

type Scheme = Answer<'GET /console/api/schemes'>['items'][number]
type Values = Record<string, string>
type Props = { of: Scheme | undefined; values: Values; onChange: (values: Values) => void }

/** The settings that a scheme asks for. */
export function SchemeSettings({ of: scheme, values, onChange }: Props): ReactNode {
  return scheme?.settings.map(({ name, title, choices }) => {
    const field = {
      ...{ label: title, path: `settings.${name}`, value: values[name] ?? '' },
      onChange: (value: string) => onChange({ ...values, [name]: value }),
    }
    return choices === null ? (
      <TextField key={name} {...field} />
    ) : (
      <SelectField key={name} {...field} choices={choices} all="Choose" />
    )
  })
}

/** Settings as the command line takes them. */
export function settingsOf(settings: Values): string[] {
  return Object.entries(settings).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]))
}
