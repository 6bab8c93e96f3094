import { type ReactNode, useId } from 'react'

type Common = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  isSearch?: boolean
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  isSearch = false,
  ...rest
}: Common & {
  placeholder?: string
  type?: 'text' | 'email' | 'number' | 'password'
  required?: boolean
}): ReactNode {
  const id = useId()
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
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...rest}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
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
  isSearch = false,
}: Common & { choices: readonly Choice[]; all?: string }): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(isSearch && { 'data-filter': '' })}
      >
        {all !== undefined && <option value="">{all}</option>}
        {choices.map((choice) => {
          const { value: key, title } = typeof choice === 'string' ? { value: choice, title: choice } : choice
          return (
            <option key={key} value={key}>
              {title.replaceAll('_', ' ')}
            </option>
          )
        })}
      </select>
    </div>
  )
}
