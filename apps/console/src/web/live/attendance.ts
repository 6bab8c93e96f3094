const awayAfterMs = 60_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let seenAtMs = 0

/** Follows what the person does at the page. */
export function followPerson(): void {
  const see = (): void => {
    seenAtMs = performance.now()
  }
  for (const sign of signs) addEventListener(sign, see, { capture: true, passive: true })
}

/** Whether the person did something within the last minute. What the page reads by itself after that is no use of it. */
export function isPersonHere(): boolean {
  return performance.now() - seenAtMs < awayAfterMs
}
