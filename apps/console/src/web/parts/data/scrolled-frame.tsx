import type { ReactNode } from 'react'

/** Around a table that may have more columns than there is room for: it scrolls to the side, by keys, too. */
export function ScrolledFrame({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a part of a figure or a list, not a section of its own
    <div
      className="table-frame scrolled"
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
    >
      {children}
    </div>
  )
}
