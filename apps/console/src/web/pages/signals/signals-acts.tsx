import { type ReactNode, useState } from 'react'
import { Icon } from '../../parts/controls/icon.tsx'
import { Button } from '../../parts/form/button.tsx'
import { type Act, actsOf } from './inbox/acts.ts'
import type { Signal } from './use-change-signal.ts'

type Props = {
  chosen: readonly Signal[]
  personId: string
  perform: (signals: readonly Signal[], act: Act) => void
  onClear: () => void
}

/** What can be done with several signals at once: one bar at the foot of the screen, beside the list, within a thumb's reach. */
export function SignalsActs({ chosen, personId, perform, onClear }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { take, unassign, good, bad, noVerdict, read, acknowledge } = actsOf(personId)
  const button = (title: string, act: Act) => (
    <Button
      onClick={() => {
        perform(chosen, act)
        setOpen(false)
      }}
    >
      {title}
    </Button>
  )
  return (
    <section className="chosen" aria-label="Selected signals">
      {isOpen && (
        <div className="chosen-acts" id="more-acts">
          {button('Mark read', read)}
          {button('Acknowledge', acknowledge)}
          {button('Unassign', unassign)}
          {button('No verdict', noVerdict)}
        </div>
      )}
      <div className="chosen-acts">
        <button type="button" className="icon-button" aria-label="Select none" onClick={onClear}>
          <Icon name="close" />
        </button>
        <strong role="status">
          {chosen.length} <span>selected</span>
        </strong>
        {button('Assign to me', take)}
        {button('Good', good)}
        {button('Bad', bad)}
        <Button
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': 'more-acts' })}
          onClick={() => setOpen(!isOpen)}
        >
          More
        </Button>
      </div>
    </section>
  )
}
