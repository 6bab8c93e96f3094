import { type ReactNode, useState } from 'react'

type Props = {
  title: string /** Whether something in it is filled in. */
  isUsed: boolean
  children: ReactNode
}

/** What a form asks for seldom. It is open where something in it is filled in, and once something in it was refused. */
export function More({ title, isUsed, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(isUsed)
  return (
    <details className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}
