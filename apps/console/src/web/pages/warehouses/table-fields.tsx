import type { ReactNode } from 'react'
import { CheckField, GroupFault } from '../../parts/controls/check-field.tsx'

/** A table, and what it has in it where that helps to choose. */
export type ChoosableTable = { name: string; comment?: string }

type Props = {
  all: readonly ChoosableTable[]
  /** Those chosen; null for all, also those of later versions. */
  value: readonly string[] | null
  onChange: (value: readonly string[] | null) => void
}

export function TableFields({ all, value, onChange }: Props): ReactNode {
  const names = all.map(({ name }) => name)
  const chosen = value ?? names
  const change = (name: string, isChosen: boolean): void => {
    const next = names.filter((one) => (one === name ? isChosen : chosen.includes(one)))
    onChange(next.length === all.length ? null : next)
  }
  return (
    <fieldset className="choices">
      <legend>Tables</legend>
      {all.map(({ name, comment }) => (
        <CheckField
          key={name}
          label={
            <>
              <code>{name}</code>
              {comment !== undefined && <span className="quiet"> {comment}</span>}
            </>
          }
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
