import { type ReactNode, useState } from 'react'
import { Button } from '../form/button.tsx'

/** The cursors of the pages so far; the last one is the page that is shown. */
export function usePages(of: string): {
  cursor: string | undefined
  /** The way to other pages; nothing where there is one page only. */
  pager: (next: string | null | undefined) => ReactNode
  /** Turns to the page behind this cursor, or without one to the page before. Returns whether there is one. */
  turn: (next?: string | null) => boolean
} {
  const [pages, setPages] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] })
  // Other filters begin at their first page.
  const cursors = pages.of === of ? pages.cursors : []
  const show = (shown: readonly string[]): void => setPages({ of, cursors: shown })
  const turn = (next?: string | null): boolean => {
    if (next === undefined && cursors.length > 0) show(cursors.slice(0, -1))
    else if (next) show([...cursors, next])
    else return false
    return true
  }
  return {
    cursor: cursors.at(-1),
    turn,
    pager: (next) =>
      (cursors.length > 0 || next) && (
        <nav className="pager" aria-label="Pages of the list">
          <Button disabled={cursors.length === 0} onClick={() => turn()}>
            Previous
          </Button>
          <Button disabled={!next} onClick={() => turn(next)}>
            Next
          </Button>
        </nav>
      ),
  }
}
