import type { ReactNode } from 'react'
import { CheckField } from '../../parts/controls/check-field.tsx'

/** What a warehouse has on request alone. */
export type Requested = { hasLedger: boolean }

export function RequestFields({
  value,
  onChange,
}: {
  value: Requested
  onChange: (value: Requested) => void
}): ReactNode {
  return (
    <CheckField
      label={
        <>
          Each event as it came, in <code>ledger_events</code>
        </>
      }
      isChecked={value.hasLedger}
      onChange={(hasLedger) => onChange({ ...value, hasLedger })}
    />
  )
}
