import type { ReactNode } from 'react'

type Said = { hint?: string | undefined; fault?: string | undefined }

/** What points from a control to the hint and the fault below it. */
export function described(id: string, { hint, fault }: Said) {
  const ids = [...(fault === undefined ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(fault !== undefined && { 'aria-invalid': true as const }),
  }
}

/** What stands below a control: its fault, and its hint. */
export function Below({ id, hint, fault }: Said & { id: string }): ReactNode {
  return (
    <>
      {fault !== undefined && (
        <span id={`${id}-fault`} className="error-text">
          {fault}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
    </>
  )
}
