import type { ReactNode } from 'react'
import { CheckField, GroupFault } from '../../parts/controls/check-field.tsx'

type Props = {
  /** The names of all tables. */
  all: readonly string[]
  /** Those chosen; null for all, also those of later versions. */
  value: readonly string[] | null
  onChange: (value: readonly string[] | null) => void
}

export function TableFields({ all, value, onChange }: Props): ReactNode {
  const chosen = value ?? all
  const change = (name: string, isChosen: boolean): void => {
    const next = all.filter((one) => (one === name ? isChosen : chosen.includes(one)))
    onChange(next.length === all.length ? null : next)
  }
  return (
    <fieldset className="checks">
      <legend>Tables</legend>
      {all.map((name) => (
        <CheckField
          key={name}
          label={<code>{name}</code>}
          isChecked={chosen.includes(name)}
          onChange={(isChosen) => change(name, isChosen)}
        />
      ))}
      <GroupFault path="tables" />
    </fieldset>
  )
}

/** The option of the command that chooses the same. */
export function tablesFlag(value: readonly string[] | null): { tables?: string } {
  return value === null ? {} : { tables: value.join(',') }
}
