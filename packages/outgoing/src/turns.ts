type Turns = {
  /** Runs `work` when the caller has a free turn. Rejects with the reason of `signal` if it aborts first. */
  take: <T>(caller: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

type Line = { running: number; waiting: (() => void)[] }

/** Limits how much each caller runs at once, so a slow caller delays only itself. */
export function createTurns({ mostAtOnce }: { mostAtOnce: number }): Turns {
  const lines = new Map<string, Line>()

  const begin = async (line: Line, signal: AbortSignal): Promise<void> => {
    if (line.running >= mostAtOnce) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const giveUp = (): void => {
        line.waiting = line.waiting.filter((one) => one !== resolve)
        // An abort's reason is an error unless the caller chose another type.
        reject(signal.reason as Error)
      }
      line.waiting.push(resolve)
      signal.addEventListener('abort', giveUp, { once: true })
      await promise.finally(() => signal.removeEventListener('abort', giveUp))
    } else line.running += 1
  }
  const end = (caller: string, line: Line): void => {
    const next = line.waiting.shift()
    // Passes the turn to the next in line without freeing it.
    if (next !== undefined) next()
    else line.running -= 1
    if (line.running === 0) lines.delete(caller)
  }

  return {
    take: async (caller, signal, work) => {
      signal.throwIfAborted()
      const line = lines.get(caller) ?? { running: 0, waiting: [] }
      lines.set(caller, line)
      await begin(line, signal)
      try {
        return await work()
      } finally {
        end(caller, line)
      }
    },
  }
}
