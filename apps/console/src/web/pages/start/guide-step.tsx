import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { Icon } from '../../parts/controls/icon.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Step = FirstSteps['steps'][number]
type Props = {
  number: number
  title: string
  step: Step
  isNext: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** One step: whether it is done and since when, what is wrong, and, opened, how to do it. */
export function GuideStep({ number, title, step, isNext, isOpen, onToggle, children }: Props): ReactNode {
  const { doneAt, trouble } = step
  const [wasOpened, setOpened] = useState(isOpen)
  // Its forms and secrets outlive that it is closed.
  if (isOpen && !wasOpened) setOpened(true)
  const state = doneAt !== null ? 'done' : trouble !== null ? 'failed' : isNext ? 'next' : 'later'
  // Of a closed step it is seen too.
  const alarm = trouble !== null && <Trouble trouble={trouble} />
  return (
    <li className="guide-step" data-state={state} {...(isNext && { 'aria-current': 'step' as const })}>
      <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>
          <span className="guide-mark" aria-hidden="true">
            {state === 'done' ? <Icon name="check" /> : number}
          </span>
          <h2>{title}</h2>
          <span className="guide-state">
            {state === 'later' ? <span className="visually-hidden">not yet</span> : <Status value={state} />}
            {doneAt !== null && <Moment at={doneAt} />}
          </span>
        </summary>
        {wasOpened && (
          <div className="guide-body stack">
            {isOpen && alarm}
            {children}
          </div>
        )}
      </details>
      {!isOpen && alarm}
    </li>
  )
}

function Trouble({
  trouble: { summary, remedy, link },
}: {
  trouble: NonNullable<Step['trouble']>
}): ReactNode {
  return (
    <div className="failure guide-trouble" role="alert">
      <p>
        <strong>
          <Stranger text={summary} />
        </strong>{' '}
        <Stranger text={remedy} /> <Link to={link}>See what happened</Link>
      </p>
    </div>
  )
}
