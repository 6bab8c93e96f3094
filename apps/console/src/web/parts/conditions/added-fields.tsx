import { type ReactNode, use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../controls/icon.tsx'
import { PickField } from '../controls/pick-field.tsx'
import { Button } from '../form/button.tsx'
import { FormContext } from '../form/faults.ts'

/** What each field that was added holds, in the order of the form. */
export type FieldDraft<Name extends string> = Partial<Record<Name, readonly string[]>>

export type AddableField = {
  title: string
  /** Beside its title in the list to choose from, and other words by which it is found. */
  hint: string
  field: (given: {
    label: string
    values: readonly string[]
    onChange: (values: readonly string[]) => void
  }) => ReactNode
}

type Props<Name extends string> = {
  title: string
  /** What no condition means. */
  none: string
  fields: Readonly<Record<Name, AddableField>>
  draft: FieldDraft<Name>
  onChange: (draft: FieldDraft<Name>) => void
}

const adder = ':scope > .button, :scope > .field input'
const newest = 'ul > li:last-child :is(input, select, textarea)'

/** Conditions that are added one by one from a list, each with a button that removes it. All of them must hold. */
export function AddedFields<Name extends string>({
  title,
  none,
  fields,
  draft,
  onChange,
}: Props<Name>): ReactNode {
  const form = use(FormContext)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [isAdding, setAdding] = useState(false)
  // The casts: the only names are those of the fields.
  const added = Object.keys(draft) as Name[]
  const left = (Object.keys(fields) as Name[]).filter((name) => draft[name] === undefined)
  const set = (name: Name, values: readonly string[] | undefined): void => {
    form?.touch()
    const next = { ...draft, [name]: values }
    if (values === undefined) delete next[name]
    onChange(next)
  }
  /** Does something, then leads the keyboard to what came of it. */
  const then = (change: () => void, focused: string): void => {
    flushSync(change)
    const field = frame.current?.querySelector<HTMLElement>(focused)
    field?.focus()
    // What is chosen from a list shows the list.
    if (field?.role === 'combobox') field.click()
  }
  const add = (name: Name): void => {
    set(name, [])
    setAdding(false)
  }
  return (
    <fieldset ref={frame} className="added-fields">
      <legend>{title}</legend>
      {added.length === 0 && <p className="hint">{none}</p>}
      <ul aria-label="Conditions">
        {added.map((name) => {
          const { title: label, field } = fields[name]
          return (
            <li key={name}>
              {field({ label, values: draft[name] ?? [], onChange: (values) => set(name, values) })}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${label}`}
                onClick={() => then(() => set(name, undefined), adder)}
              >
                <Icon name="close" />
              </button>
            </li>
          )
        })}
      </ul>
      {isAdding ? (
        <PickField
          label="Add condition"
          values={[]}
          choices={left.map((name) => ({ value: name, title: fields[name].title, hint: fields[name].hint }))}
          // The cast: the choices are names.
          onChange={([name]) => then(() => add(name as Name), newest)}
          onLeave={(how) => (how === 'escape' ? then(() => setAdding(false), adder) : setAdding(false))}
          isSingle
        />
      ) : (
        left.length > 0 && (
          <Button aria-haspopup="listbox" onClick={() => then(() => setAdding(true), adder)}>
            Add condition
          </Button>
        )
      )}
    </fieldset>
  )
}
