import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { TransientError } from '@signalpost/domain'

/** Gives each name to one caller at a time. */
export type Turns = {
  /**
   * Resolves to a function that ends the turn. Waits a while for another's turn to end, without holding anything; then
   * throws a TransientError.
   */
  take: (name: string) => Promise<() => void>
}

export function createTurns({ longestWaitMs = 1_000 }: { longestWaitMs?: number } = {}): Turns {
  const turns = new Map<string, Promise<void>>()
  return {
    take: async (name) => {
      const endsAtMs = performance.now() + longestWaitMs
      for (let other = turns.get(name); other !== undefined; other = turns.get(name)) {
        const waitMs = Math.max(0, endsAtMs - performance.now())
        const isOver = await Promise.race([other.then(() => true), delay(waitMs, false, { ref: false })])
        if (!isOver) throw new TransientError('Another one is in progress.', { retryAfterMs: 1_000 })
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      turns.set(name, promise)
      return () => {
        if (turns.get(name) === promise) turns.delete(name)
        resolve()
      }
    },
  }
}

/** Opens a stream in a turn, which ends with the stream. */
export async function openInTurn(
  turns: Turns,
  name: string,
  open: () => Promise<Readable>,
): Promise<Readable> {
  const endTurn = await turns.take(name)
  try {
    return (await open()).once('close', endTurn)
  } catch (error) {
    endTurn()
    throw error
  }
}
