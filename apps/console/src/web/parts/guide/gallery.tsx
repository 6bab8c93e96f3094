import type { ReactNode } from 'react'
import { Button } from '../form/button.tsx'

type Kind = { kind: string; title: string; summary: string }

/** The kinds of a thing that is to be created, with what each is good for. */
export function Gallery({
  label,
  kinds,
  onChoose,
}: {
  label: string
  kinds: readonly Kind[]
  onChoose: (kind: string) => void
}): ReactNode {
  return (
    <ul className="gallery" aria-label={label}>
      {kinds.map(({ kind, title, summary }) => (
        <li key={kind} className="gallery-kind">
          {/* It covers the whole card, and is called by its title alone. */}
          <button type="button" aria-describedby={`good-for-${kind}`} onClick={() => onChoose(kind)}>
            {title}
          </button>
          <span className="quiet" id={`good-for-${kind}`}>
            {summary}.
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The kind that was chosen, and a way back to the others. */
export function ChosenKind({
  kind: { title, summary },
  onLeave,
}: {
  kind: Kind
  onLeave: () => void
}): ReactNode {
  return (
    <>
      <p className="kind-chosen">
        <strong>{title}</strong>
        <Button onClick={onLeave}>Other kinds</Button>
      </p>
      <p className="hint">{summary}.</p>
    </>
  )
}
