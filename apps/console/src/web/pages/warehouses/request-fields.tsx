import type { ReactNode } from 'react'
import { CheckField, GroupFault } from '../../parts/controls/check-field.tsx'

/** What a warehouse has on request alone. */
export type Requested = { hasLedger: boolean; hasMailAddresses: boolean }

export function RequestFields({
  value,
  onChange,
}: {
  value: Requested
  onChange: (value: Requested) => void
}): ReactNode {
  return (
    <fieldset className="fields">
      <legend>On request</legend>
      <CheckField
        label={
          <>
            Each event as it came, in <code>ledger_events</code>
          </>
        }
        isChecked={value.hasLedger}
        onChange={(hasLedger) => onChange({ ...value, hasLedger })}
      />
      <CheckField
        label={
          <>
            Mail addresses, in <code>people</code>
          </>
        }
        isChecked={value.hasMailAddresses}
        onChange={(hasMailAddresses) => onChange({ ...value, hasMailAddresses })}
      />
      <GroupFault path="hasMailAddresses" />
    </fieldset>
  )
}

/** The options of the command that changes the same. */
export function requestFlags(value: Requested, before: Requested): Record<string, boolean> {
  return {
    'with-ledger': value.hasLedger && !before.hasLedger,
    'without-ledger': before.hasLedger && !value.hasLedger,
    'with-mail-addresses': value.hasMailAddresses && !before.hasMailAddresses,
    'without-mail-addresses': before.hasMailAddresses && !value.hasMailAddresses,
  }
}
