/** Runs `work` when its turn comes, and tells it whether other works wait for theirs. Returns its result. */
export type Turns = <Result>(work: (turn: { othersWait: boolean }) => Promise<Result>) => Promise<Result>

type Turn = { sinceMs: number }

/**
 * Runs one work at a time while works are quick: what waits gathers, and the next work includes it, since many small
 * transactions cost more than a large one. Another begins once each running one has run for `patienceMs`; at most
 * `atOnce` run at a time.
 */
export function createTurns({ atOnce, patienceMs }: { atOnce: number; patienceMs: number }): Turns {
  const waiting: ((turn: Turn) => void)[] = []
  const running = new Set<Turn>()
  let timer: NodeJS.Timeout | undefined

  const admit = (): void => {
    clearTimeout(timer)
    if (running.size >= atOnce) return
    const [next] = waiting
    if (next === undefined) return
    const nowMs = performance.now()
    const waitMs = Math.max(...[...running].map(({ sinceMs }) => sinceMs + patienceMs - nowMs))
    if (waitMs > 0) {
      timer = setTimeout(admit, waitMs)
      return
    }
    waiting.shift()
    const turn = { sinceMs: nowMs }
    running.add(turn)
    next(turn)
    admit()
  }
  return async (work) => {
    const turn = await new Promise<Turn>((resolve) => {
      waiting.push(resolve)
      admit()
    })
    try {
      return await work({ othersWait: waiting.length > 0 })
    } finally {
      running.delete(turn)
      admit()
    }
  }
}
