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
  suggestions,
  ...rest
}: Common & {
  /** Values to choose from instead of typing, each with what it is called. */
  suggestions?: ReadonlyMap<string, string>
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
        {...(suggestions !== undefined && { list: `${id}-suggestions` })}
        {...rest}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-suggestions`}>
          {[...suggestions].map(([suggested, name]) => (
            <option key={suggested} value={suggested}>
              {name}
            </option>
          ))}
        </datalist>
      )}
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
