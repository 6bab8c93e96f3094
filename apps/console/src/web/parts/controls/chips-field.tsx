import { type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { FormContext, useFaults } from '../form/faults.ts'
import { Stranger } from '../values/stranger.tsx'
import { Below, described } from './below.tsx'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  hint?: string
  placeholder?: string
  path?: string | undefined
}

/** Short texts, each on a chip. What is typed becomes one by Enter or a comma, and when the field is left. */
export function ChipsField({ label, values, onChange, hint, placeholder, path }: Props): ReactNode {
  const id = useId()
  const fault = useFaults(path)
  const form = use(FormContext)
  const [text, setText] = useState('')
  const change = (next: string[]): void => {
    form?.touch()
    onChange(next)
  }
  const add = (typed: string): void => {
    const texts = typed
      .split(/[\n,]/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
    setText('')
    if (texts.length > 0) change([...new Set([...values, ...texts])])
  }
  const onKey = (event: KeyboardEvent): void => {
    // It never sends the form: after a comma, people press it too.
    if (event.key === 'Enter') add(text)
    else if (event.key === 'Backspace' && text === '' && values.length > 0) change(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {values.length > 0 && (
        <ul className="chips" aria-label={`${label}, chosen`}>
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                className="button chip"
                onClick={() => change(values.filter((one) => one !== value))}
              >
                <span className="visually-hidden">Remove </span>
                <Stranger text={value} />
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        // A pasted list has line breaks, which a field of one line drops.
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\n,]/.test(pasted)) return
          event.preventDefault()
          add(`${text}${pasted}`)
        }}
        onChange={(event) => {
          const typed = event.currentTarget.value
          if (typed.includes(',')) add(typed)
          else setText(typed)
        }}
        onBlur={() => add(text)}
        onKeyDown={onKey}
        {...described(id, { hint, fault })}
      />
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}
