import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../form/button.tsx'
import { FormContext, useFaults } from '../form/faults.ts'
import { Stranger } from '../values/stranger.tsx'
import { Below, described } from './below.tsx'
import { Icon } from './icon.tsx'

type Choice = { value: string; title: string /** Beside the title, such as a count. */; hint?: string }

type Props = {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  choices: readonly Choice[]
  /** Where the server finds the choices: it is asked for what is typed. Without it, they are found here. */
  onSearch?: (text: string) => void
  /** What a chosen value is called that is not among the choices. */
  titleOf?: (value: string) => string
  isSingle?: boolean
  /** Whether what is typed is a value too if it is none of the choices. */
  takesOthers?: boolean
  hint?: string
  placeholder?: string
  path?: string | undefined
  /** Where it is there only while something is chosen: it begins open, and this is called when it is left. */
  onLeave?: (how: 'escape' | 'blur') => void
}

const mostShown = 20

/** Chooses from a list by its names: what is typed narrows the list down. */
export function PickField({
  label,
  values,
  onChange,
  choices,
  onSearch,
  isSingle = false,
  takesOthers = false,
  onLeave,
  ...rest
}: Props): ReactNode {
  const { titleOf = (value) => value, hint, placeholder = 'Type to search', path } = rest
  const id = useId()
  const fault = useFaults(path)
  const form = use(FormContext)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(onLeave !== undefined)
  const [at, setAt] = useState(0)
  const words = text.trim().toLowerCase()
  const left = choices.filter(({ value }) => !values.includes(value))
  const matching =
    onSearch === undefined
      ? left.filter(
          ({ value, title, hint: also = '' }) =>
            [title, also].some((text) => text.toLowerCase().includes(words)) || value.toLowerCase() === words,
        )
      : left
  const other = { value: text.trim(), title: `Use ${text.trim()}` }
  const hasList = isOpen && !(takesOthers && choices.length === 0 && words === '')
  const isOther = takesOthers && matching.length === 0 && words !== ''
  const typed = isOther ? other.value : left.find(({ value }) => value.toLowerCase() === words)?.value
  const shown = isOther ? [other] : matching.slice(0, mostShown)
  const marked = shown[Math.min(at, shown.length - 1)]
  const search = (next: string): void => {
    setText(next)
    setAt(0)
    setOpen(true)
    onSearch?.(next.trim())
  }
  const take = (next: string[]): void => {
    form?.touch()
    onChange(next)
  }
  const change = (next: string[]): void => {
    take(next)
    field.current?.focus()
  }
  const choose = ({ value }: Choice): void => {
    change(isSingle ? [value] : [...values, value])
    setText('')
    setAt(0)
    onSearch?.('')
    setOpen(!isSingle)
  }
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, at])
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') {
      setOpen(true)
      setAt(isOpen ? Math.min(at + 1, shown.length - 1) : 0)
    } else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && isOpen) {
      // Where nothing matches, it does not send the form either.
      if (marked !== undefined) choose(marked)
    } else if (event.key === 'Escape' && onLeave !== undefined) onLeave('escape')
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (event.key === 'Backspace' && text === '' && values.length > 0) change(values.slice(0, -1))
    else return
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {values.length > 0 && (
        <ul className="chips" aria-label={`${label}, chosen`}>
          {values.map((value) => {
            const title = choices.find((choice) => choice.value === value)?.title ?? titleOf(value)
            return (
              <li key={value}>
                <Button look="chip" onClick={() => change(values.filter((one) => one !== value))}>
                  <span className="visually-hidden">Remove </span>
                  <Stranger text={title} />
                  <Icon name="close" />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="picker">
        <input
          ref={field}
          id={id}
          role="combobox"
          aria-expanded={hasList}
          aria-autocomplete="list"
          {...(hasList && { 'aria-controls': `${id}-list` })}
          {...(hasList &&
            marked !== undefined && { 'aria-activedescendant': `${id}-${shown.indexOf(marked)}` })}
          placeholder={isSingle && values.length > 0 ? 'Type to choose another' : placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => search(event.currentTarget.value)}
          onFocus={() => onSearch?.(text.trim())}
          onClick={() => setOpen(true)}
          onBlur={() => {
            // What was typed whole need not be chosen from the list.
            if (takesOthers && typed !== undefined) take(isSingle ? [typed] : [...values, typed])
            setOpen(false)
            setText('')
            onLeave?.('blur')
          }}
          onKeyDown={onKey}
          {...described(id, { hint, fault })}
        />
        {hasList && (
          <div role="listbox" id={`${id}-list`} aria-label={label} className="picker-list">
            {shown.map((choice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
              <div
                role="option"
                key={choice.value}
                id={`${id}-${index}`}
                tabIndex={-1}
                aria-selected={choice === marked}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                <ChoiceTitle {...choice} />
              </div>
            ))}
            {shown.length === 0 && (
              <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="quiet">
                {words === '' ? 'Nothing to choose' : 'Nothing matches'}
              </div>
            )}
            {matching.length > mostShown && (
              <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="quiet">
                More: type to narrow down
              </div>
            )}
          </div>
        )}
      </div>
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}

function ChoiceTitle({ title, hint }: Choice): ReactNode {
  return (
    <>
      <Stranger text={title} />
      {hint !== undefined && (
        <span className="quiet">
          <Stranger text={hint} />
        </span>
      )}
    </>
  )
}
