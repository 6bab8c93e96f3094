import { type ReactNode, useId } from 'react'
import { showControls } from '../../text/show-controls.ts'
import { useFaults } from '../form/faults.ts'
import { Below, described } from './below.tsx'

type Common = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  isSearch?: boolean
  /** The member of what the form sends, whose faults the field shows. */
  path?: string | undefined
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  isSearch = false,
  path,
  ...rest
}: Common & {
  placeholder?: string
  type?: 'text' | 'email' | 'number' | 'password' | 'datetime-local' | 'time'
  required?: boolean
}): ReactNode {
  const id = useId()
  const fault = useFaults(path)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        {...(isSearch && { 'data-filter': '' })}
        {...described(id, { hint, fault })}
        {...rest}
      />
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}

type Choice = string | { value: string; title: string }

/** A choice among few. An empty value is "all" where `all` names it. */
export function SelectField({
  label,
  value,
  onChange,
  choices,
  all,
  hint,
  isSearch = false,
  path,
}: Common & { choices: readonly Choice[]; all?: string }): ReactNode {
  const id = useId()
  const fault = useFaults(path)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...described(id, { hint, fault })}
        {...(isSearch && { 'data-filter': '' })}
      >
        {all !== undefined && <option value="">{all}</option>}
        {choices.map((choice) => {
          // A word of the program, or a name, which is shown as it is.
          const { value: key, title } =
            typeof choice === 'string' ? { value: choice, title: choice.replaceAll('_', ' ') } : choice
          return (
            <option key={key} value={key}>
              {showControls(title)}
            </option>
          )
        })}
      </select>
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}
