import { type ReactNode, useState } from 'react'

/** The cursors of the pages so far; the last one is the page that is shown. */
export function usePages(of: string): {
  cursor: string | undefined
  pager: (next: string | null | undefined) => ReactNode
} {
  const [pages, setPages] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] })
  // Other filters begin at their first page.
  const cursors = pages.of === of ? pages.cursors : []
  const show = (shown: readonly string[]): void => setPages({ of, cursors: shown })
  return {
    cursor: cursors.at(-1),
    pager: (next) => (
      <nav className="pager" aria-label="Pages of the list">
        <button
          type="button"
          className="button"
          disabled={cursors.length === 0}
          onClick={() => show(cursors.slice(0, -1))}
        >
          Newer
        </button>
        <button
          type="button"
          className="button"
          disabled={!next}
          onClick={() => next && show([...cursors, next])}
        >
          Older
        </button>
      </nav>
    ),
  }
}
