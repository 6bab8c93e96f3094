import type { ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  choices: readonly { value: Value; title: string }[]
  onChange: (value: Value) => void
}

/** A choice of one among few, side by side. */
export function Segments<Value extends string>({ label, value, choices, onChange }: Props<Value>): ReactNode {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={label}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.title}</span>
        </label>
      ))}
    </fieldset>
  )
}
