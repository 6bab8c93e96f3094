import type { ReactNode } from 'react'
import { Button } from '../form/button.tsx'
import { SelectField } from './field.tsx'
import { Icon } from './icon.tsx'
import { localOf, MomentField } from './moment-field.tsx'
import { TypedField } from './typed-field.tsx'

type Choice = string | { value: string; title: string }

/** A filter of a list. One with choices is picked, a moment is chosen in a calendar, any other is typed. */
type Filter<Name extends string> = {
  name: Name
  title: string
  choices?: readonly Choice[]
  /** What it is called to leave the filter out. */
  all?: string
  /** What a value that is not among the choices is called, where it would be an id. */
  other?: string
  isMoment?: boolean
  placeholder?: string
  /** Its own control, such as a picker that asks the server. */
  field?: (value: string, onChange: (value: string) => void) => ReactNode
  /** What the chip says of a value, where the choices do not. */
  wordOf?: (value: string) => string
}

type Props<Name extends string> = {
  filters: readonly Filter<Name>[]
  values: Partial<Record<Name, string>>
  change: (changes: Partial<Record<Name, string>>) => void
  /** What is always shown before them. */
  children?: ReactNode
}

/** One row: the filters in use, each as a chip that removes it, and a way to add more. */
export function Filters<Name extends string>({ filters, values, change, children }: Props<Name>): ReactNode {
  // The cast: the only name is that of the filter.
  const set = (name: Name, value: string) => change({ [name]: value } as Partial<Record<Name, string>>)
  const used = filters.filter(({ name }) => values[name] !== undefined)
  return (
    <search className="filter-row">
      {children}
      {used.length > 0 && (
        <ul className="chips" aria-label="Filters in use">
          {used.map((filter) => (
            <li key={filter.name}>
              <Button look="chip" onClick={() => set(filter.name, '')}>
                <span className="visually-hidden">Remove </span>
                <span>
                  {filter.title}: <bdi>{wordOf(filter, values[filter.name] ?? '')}</bdi>
                </span>
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <details className="more">
        <summary data-filter="">Add filter</summary>
        <div className="filters">
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={values[filter.name] ?? ''}
              onChange={(value) => set(filter.name, value)}
            />
          ))}
        </div>
      </details>
    </search>
  )
}

type FieldProps = { filter: Filter<string>; value: string; onChange: (value: string) => void }

function FilterField({ filter, value, onChange }: FieldProps): ReactNode {
  const { title, choices, all = 'All', other, isMoment, placeholder = '', field } = filter
  if (field !== undefined) return field(value, onChange)
  if (choices !== undefined) {
    const isKnown = value === '' || choices.some((choice) => keyOf(choice) === value)
    // What came with the address is among the choices.
    const offered = isKnown ? choices : [...choices, { value, title: other ?? value }]
    return <SelectField label={title} all={all} value={value} choices={offered} onChange={onChange} />
  }
  if (isMoment === true) return <MomentField label={title} value={value} onChange={onChange} />
  return <TypedField label={title} placeholder={placeholder} value={value} onCommit={onChange} />
}

function keyOf(choice: Choice): string {
  return typeof choice === 'string' ? choice : choice.value
}

/** How a chip says what a filter keeps. */
function wordOf({ choices, other, isMoment, wordOf: ofValue }: Filter<string>, value: string): string {
  const choice = choices?.find((one) => keyOf(one) === value)
  if (choice !== undefined) return (typeof choice === 'string' ? choice : choice.title).replaceAll('_', ' ')
  if (isMoment === true) return localOf(value).replace('T', ' ') || value
  return other ?? ofValue?.(value) ?? value
}
