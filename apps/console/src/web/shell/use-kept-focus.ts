import { useEffect } from 'react'

/**
 * Keeps the focus near where it was when what has it leaves the page, as the button of an act does that is done, or a link to
 * another page: it goes to what is left of the row, or to the page. Browsers would begin with the menu again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: readonly Element[] = []
    let frame = 0
    const remember = (event: FocusEvent): void => {
      around = event.composedPath().filter((place) => place instanceof Element)
    }
    const restore = (): void => {
      if (isLost()) findNearest(around)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (around[0]?.isConnected !== false || !isLost()) return
      cancelAnimationFrame(frame)
      // A dialog that closes gives the focus back by itself, and a page may have a field that takes it.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore)
      })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function findNearest(around: readonly Element[]): HTMLElement | null {
  for (const place of around.filter(({ isConnected }) => isConnected)) {
    if (!(place instanceof HTMLElement)) continue
    const inRow = place.matches('tr, li') ? place.querySelector<HTMLElement>('a[href], button') : null
    if (inRow !== null) return inRow
    if (place.matches('main, [role="dialog"]')) return place
  }
  return document.querySelector('main')
}
