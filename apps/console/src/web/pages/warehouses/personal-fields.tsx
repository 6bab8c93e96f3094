import type { ReactNode } from 'react'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import type { Warehouse } from './shown-warehouse.ts'

export type Personal = { choice: 'included' | 'left out' | 'hashed'; key: string }

const choices = [
  { value: 'included', title: 'included' },
  { value: 'left out', title: 'left out' },
  { value: 'hashed', title: 'hashed with a key of yours' },
]

/** What becomes of personal data. A warehouse that hashes it keeps its key where none is given. */
export function PersonalFields({
  value,
  onChange,
  hasKey = false,
}: {
  value: Personal
  hasKey?: boolean
  onChange: (value: Personal) => void
}): ReactNode {
  return (
    <>
      <SelectField
        label="Personal data"
        hint="What names or quotes a person."
        path="excludesPersonal"
        value={value.choice}
        // The cast: the choices are those above.
        onChange={(choice) => onChange({ ...value, choice: choice as Personal['choice'] })}
        choices={choices}
      />
      {value.choice === 'hashed' && (
        <TextField
          label="Key"
          path="personalKey"
          type="password"
          value={value.key}
          onChange={(key) => onChange({ ...value, key })}
          hint={`${hasKey ? 'Leave it empty to keep the stored one. ' : ''}At least 16 characters. Equal values have equal hashes (HMAC-SHA256), so joins still work.`}
        />
      )}
    </>
  )
}

export function personalOf({
  excludesPersonal,
  hashesPersonal,
}: Pick<Warehouse, 'excludesPersonal' | 'hashesPersonal'>): Personal['choice'] {
  if (hashesPersonal) return 'hashed'
  return excludesPersonal ? 'left out' : 'included'
}

/** As the server takes it. */
export function personalInput({ choice, key }: Personal): {
  excludesPersonal: boolean
  personalKey?: string
} {
  return { excludesPersonal: choice !== 'included', ...(choice === 'hashed' && { personalKey: key }) }
}

/** The options of the command that does the same. */
export function personalFlags({ choice }: Personal): Record<string, string | boolean> {
  return {
    'exclude-personal': choice === 'left out',
    ...(choice === 'hashed' && { 'hash-personal-key-file': 'FILE' }),
  }
}
