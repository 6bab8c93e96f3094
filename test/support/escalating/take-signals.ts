import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@signalpost/database'
import { acknowledgeSignal, assignSignal } from '@signalpost/database/records'
import type { Random } from '../sending/random.ts'

/** Takes signals as people do, and notes when by the database's clock. */
export type Taker = {
  /** By signal: when taking it was committed, or a little later. */
  takenAtMs: Map<string, number>
  /** Takes a signal as soon as it is stored. */
  take: (signal: { id: string; orgId: string }) => Promise<void>
}

const waitForStoringMs = 200

export function createTaker(
  database: Database,
  { random, readClock }: { random: Random; readClock: () => Promise<number> },
): Taker {
  const takenAtMs = new Map<string, number>()
  return {
    takenAtMs,
    take: async ({ id: signalId, orgId }) => {
      if (takenAtMs.has(signalId)) return
      const isAssigned = random() < 0.5
      for (;;) {
        const about = { orgId, signalId, by: 'usr_ada', nowMs: Date.now() }
        const changed = await database
          .transaction()
          .execute((transaction) =>
            isAssigned
              ? assignSignal(transaction, { ...about, userId: 'usr_ada' })
              : acknowledgeSignal(transaction, about),
          )
        if (changed !== undefined) break
        await sleep(waitForStoringMs)
      }
      takenAtMs.set(signalId, await readClock())
    },
  }
}
