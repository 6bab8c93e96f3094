import { type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { Button } from '../form/button.tsx'
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

/**
 * Short texts, each on a chip. What is typed counts at once, and becomes a chip by Enter or a comma. Leaving the field moves
 * nothing, so that a click on what is below it meets its aim.
 */
export function ChipsField({ label, values, onChange, hint, placeholder, path }: Props): ReactNode {
  const id = useId()
  const fault = useFaults(path)
  const form = use(FormContext)
  const [text, setText] = useState('')
  /** The last of the values while it is typed. */
  const [pending, setPending] = useState('')
  const chips = pending !== '' && values.at(-1) === pending ? values.slice(0, -1) : values
  const change = (next: readonly string[]): void => {
    form?.touch()
    onChange([...next])
  }
  const type = (entered: string): void => {
    const texts = entered.split(/[\n,]/)
    const last = texts.pop() ?? ''
    const whole = withoutRepeats([...chips, ...texts.map((one) => one.trim()).filter((one) => one !== '')])
    const next = withoutRepeats([...whole, last.trim()]).length === whole.length ? '' : last.trim()
    setText(last.trimStart())
    setPending(next)
    change(next === '' ? whole : [...whole, next])
  }
  const finish = (): void => {
    setText('')
    setPending('')
  }
  const onKey = (event: KeyboardEvent): void => {
    // It never sends the form: after a comma, people press it too.
    if (event.key === 'Enter') finish()
    else if (event.key === 'Backspace' && text === '' && chips.length > 0) change(chips.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div className="field chips-field">
      <label htmlFor={id}>{label}</label>
      {chips.length > 0 && (
        <ul className="chips" aria-label={`${label}, chosen`}>
          {chips.map((value) => (
            <li key={value}>
              <Button look="chip" onClick={() => change(values.filter((one) => one !== value))}>
                <span className="visually-hidden">Remove </span>
                <Stranger text={value} />
                <Icon name="close" />
              </Button>
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
          if (!pasted.includes('\n')) return
          event.preventDefault()
          type(`${text}${pasted}`)
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
        {...described(id, { hint, fault })}
      />
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}

/** What differs in capitals alone is one text: posts are searched for both. */
function withoutRepeats(texts: readonly string[]): string[] {
  const seen = new Set<string>()
  return texts.filter((text) => {
    const isNew = !seen.has(text.toLowerCase())
    seen.add(text.toLowerCase())
    return isNew
  })
}
