import { type ReactNode, useId, useRef } from 'react'
import { useFaults } from '../form/faults.ts'
import { Below, described } from './below.tsx'

/** A box to check, with its label beside it. */
export function CheckField({
  label,
  isChecked,
  onChange,
}: {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}): ReactNode {
  const id = useId()
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}

/** What the server refused of a group of boxes. */
export function GroupFault({ path }: { path: string }): ReactNode {
  const fault = useFaults(path)
  if (fault === undefined) return null
  return <p className="error-text wide">{fault}</p>
}

type LinesProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  rows?: number
  required?: boolean
  maxLength?: number
  path?: string | undefined
  /** What may be put where the cursor is. */
  inserts?: readonly { text: string; title: string }[]
}

/** Several lines of text. */
export function LinesField({
  label,
  value,
  onChange,
  hint,
  path,
  rows = 3,
  inserts = [],
  ...rest
}: LinesProps): ReactNode {
  const id = useId()
  const fault = useFaults(path)
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (text: string): void => {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    area.current?.setRangeText(text, selectionStart, selectionEnd, 'end')
    onChange(area.current?.value ?? value)
    area.current?.focus()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        {...described(id, { hint, fault })}
        {...rest}
      />
      {inserts.length > 0 && (
        <select
          className="insert"
          aria-label={`Insert into ${label}`}
          value=""
          onChange={(event) => insert(event.currentTarget.value)}
        >
          <option value="">Insert a value…</option>
          {inserts.map(({ text, title }) => (
            <option key={text} value={text}>
              {text}: {title}
            </option>
          ))}
        </select>
      )}
      <Below id={id} hint={hint} fault={fault} />
    </div>
  )
}
