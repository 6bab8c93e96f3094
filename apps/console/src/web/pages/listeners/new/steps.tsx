import { type ReactNode, useEffect, useRef } from 'react'

const titles = ['Your website', 'What it looks for', 'What it finds now', 'When it runs']

/** Where a person is. The heading of a new step takes the focus, as a new page would. */
export function Steps({ at }: { at: number }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    heading.current?.focus()
  }, [at])
  return (
    <>
      <ol className="steps" aria-label="Steps">
        {titles.map((title, index) => (
          <li
            key={title}
            data-state={index < at ? 'done' : index === at ? 'present' : 'later'}
            {...(index === at && { 'aria-current': 'step' as const })}
          >
            {title}
            {index < at && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {titles[at]}
      </h2>
    </>
  )
}
