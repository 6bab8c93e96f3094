/** Rounds that run after a delay, or as soon as they are requested. */
export type WakeableLoop = {
  wake: () => void
  /** Starts no more rounds and waits for the one in flight. */
  stop: () => Promise<void>
}

/** Runs `round` repeatedly; `round` returns how long to rest. A wake during a round starts another. */
export function createWakeableLoop({
  round,
  onError,
  intervalAfterErrorMs,
}: {
  round: () => Promise<number>
  onError: (error: unknown) => void
  intervalAfterErrorMs: number
}): WakeableLoop {
  let isStopped = false
  let isWoken = false
  let wakeUp: () => void = () => undefined

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const rounds = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false
      const restMs = await round().catch((error: unknown) => {
        onError(error)
        return intervalAfterErrorMs
      })
      if (!isWoken && !isStopped) await rest(restMs)
    }
  }
  const running = rounds()
  return {
    wake: () => {
      isWoken = true
      wakeUp()
    },
    stop: async () => {
      isStopped = true
      wakeUp()
      await running
    },
  }
}
