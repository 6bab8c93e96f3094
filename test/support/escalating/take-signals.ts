import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@signalpost/database'
import { findSignal } from '@signalpost/database/records'
import { pickOne, type Random } from '../sending/random.ts'
import type { WayToTake } from './ways-to-take.ts'

/** Takes signals as people do, and notes when by the database's clock. */
export type Taker = {
  /** By signal: when the product had accepted it, or a little later. */
  takenAtMs: Map<string, number>
  /** By signal: in which way. */
  takenBy: Map<string, string>
  /** Takes a signal as soon as it is stored, in a random way. */
  take: (signal: { id: string; orgId: string }) => Promise<void>
}

const pauseMs = 200

export function createTaker(
  database: Database,
  {
    ways,
    random,
    readClock,
  }: { ways: readonly WayToTake[]; random: Random; readClock: () => Promise<number> },
): Taker {
  const takenAtMs = new Map<string, number>()
  const takenBy = new Map<string, string>()
  const begun = new Set<string>()
  return {
    takenAtMs,
    takenBy,
    take: async (signal) => {
      const { id, orgId } = signal
      if (begun.has(id)) return
      begun.add(id)
      while ((await findSignal(database, { orgId, signalId: id })) === undefined) await sleep(pauseMs)
      for (;;) {
        const way = pickOne(ways, random)
        // An act of unknown end counts from its repetition, which tells the moment too late rather than too early.
        if (await way.take(signal).catch(() => false)) {
          takenAtMs.set(id, await readClock())
          takenBy.set(id, way.name)
          return
        }
        await sleep(pauseMs)
      }
    },
  }
}
