import type { ReactNode } from 'react'
import { TextField } from './field.tsx'

type Props = {
  label: string
  /** ISO; empty for none. */
  value: string
  onChange: (value: string) => void
  path?: string
  required?: boolean
}

/** A date and a time of the reader's zone, by the browser's own field. */
export function MomentField({ value, onChange, ...field }: Props): ReactNode {
  return (
    <TextField
      {...field}
      type="datetime-local"
      value={localOf(value)}
      onChange={(text) => onChange(text === '' ? '' : new Date(text).toISOString())}
    />
  )
}

/** `2026-11-20T09:00` in the reader's zone; empty for what is no moment. */
export function localOf(value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
