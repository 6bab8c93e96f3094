import type { ReactNode } from 'react'
import type { Signal, useChangeSignal } from './use-change-signal.ts'

type Props = {
  chosen: readonly Signal[]
  personId: string
  isPending: boolean
  change: ReturnType<typeof useChangeSignal>['mutate']
  onClear: () => void
}

/** What can be done with several signals at once. */
export function SignalsActs({ chosen, personId, isPending, change, onClear }: Props): ReactNode {
  const ids = chosen.map(({ id }) => id)
  const acts = [
    ['Assign to me', { assignedTo: personId }],
    ['Unassign', { assignedTo: null }],
    ['Good', { verdict: 'good' }],
    ['Bad', { verdict: 'bad' }],
    ['No verdict', { verdict: 'none' }],
    ['Mark read', { read: true }],
  ] as const
  return (
    <div className="card chosen">
      <strong role="status">{chosen.length} chosen</strong>
      {acts.map(([title, body]) => (
        <button
          key={title}
          type="button"
          className="button"
          disabled={isPending}
          onClick={() => change({ ids, body })}
        >
          {title}
        </button>
      ))}
      <button type="button" className="button" onClick={onClear}>
        Choose none
      </button>
    </div>
  )
}
