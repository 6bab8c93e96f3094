import type { ReactNode } from 'react'
import { Button } from '../../parts/form/button.tsx'
import { type Act, actsOf } from './inbox/acts.ts'
import type { Signal } from './use-change-signal.ts'

type Props = {
  chosen: readonly Signal[]
  personId: string
  perform: (signals: readonly Signal[], act: Act) => void
  onClear: () => void
}

/** What can be done with several signals at once. */
export function SignalsActs({ chosen, personId, perform, onClear }: Props): ReactNode {
  const { take, unassign, good, bad, noVerdict, read, acknowledge } = actsOf(personId)
  const titled: readonly (readonly [string, Act])[] = [
    ['Assign to me', take],
    ['Unassign', unassign],
    ['Good', good],
    ['Bad', bad],
    ['No verdict', noVerdict],
    ['Mark read', read],
    ['Acknowledge', acknowledge],
  ]
  return (
    <section className="card chosen" aria-label="Selected signals">
      <strong role="status">{chosen.length} selected</strong>
      {titled.map(([title, act]) => (
        <Button key={title} onClick={() => perform(chosen, act)}>
          {title}
        </Button>
      ))}
      <Button onClick={onClear}>Select none</Button>
    </section>
  )
}
