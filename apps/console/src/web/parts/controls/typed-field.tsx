import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { TextField } from './field.tsx'

type TypedProps = {
  label: string
  placeholder: string
  isSearch?: boolean
  value: string
  onCommit: (value: string) => void
}

/** A text that takes effect with Enter, or when the field is left. */
export function TypedField({ value, onCommit, ...field }: TypedProps): ReactNode {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (typed.trim() !== value) onCommit(typed.trim())
  }
  return (
    <form className="typed" onSubmit={commit} onBlur={() => commit()}>
      <TextField {...field} value={typed} onChange={setTyped} />
    </form>
  )
}
