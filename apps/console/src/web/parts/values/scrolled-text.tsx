import type { ReactNode } from 'react'

type Props = {
  /** What it is, for those who hear it: `What is sent`. */
  label: string
  look: 'body' | 'request'
  children: ReactNode
}

/** Text in its own lines, which scrolls in its box where it is long: by keys, too. */
export function ScrolledText({ label, look, children }: Props): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would not keep the lines
    <pre
      className={look}
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      dir={look === 'body' ? 'ltr' : undefined}
    >
      {children}
    </pre>
  )
}
