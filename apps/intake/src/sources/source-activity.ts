import type { Database } from '@signalpost/database'
import { recordRejections, recordSourceActivity } from '@signalpost/database/access'

type Rejection = { reason: string; bytes: number; address: string; atMs: number }

/** Notes about sources that are gathered in memory and written by one statement a round. */
export type SourceActivity = {
  recordDelivery: (delivery: { sourceId: string; secretId: string; atMs: number }) => void
  recordRejection: (rejection: Rejection & { sourceId: string }) => void
  /** Writes what was noted; throws when it cannot, and then keeps it for the next round. */
  write: () => Promise<void>
}

/** As many as the log of a source keeps. */
const heldOfSource = 1_000
/** A flood over many sources must not make a statement that takes too long. */
const heldInAll = 10_000

export function createSourceActivity(database: Database): SourceActivity {
  const rejections = createHeldRejections()
  const deliveries = new Map<string, number>()
  const secrets = new Map<string, number>()
  return {
    recordDelivery: ({ sourceId, secretId, atMs }) => {
      deliveries.set(sourceId, atMs)
      secrets.set(secretId, atMs)
    },
    recordRejection: ({ sourceId, ...rejection }) => rejections.add(sourceId, rejection),
    write: async () => {
      const refused = rejections.takeAll()
      try {
        await recordRejections(
          database,
          [...refused].flatMap(([sourceId, list]) =>
            list.map(({ atMs, ...rejection }) => ({ sourceId, ...rejection, at: new Date(atMs) })),
          ),
        )
      } catch (error) {
        rejections.putBack(refused)
        throw error
      }
      const [delivered, used] = [[...deliveries], [...secrets]]
      await recordSourceActivity(database, {
        deliveries: delivered.map(([sourceId, atMs]) => ({ sourceId, at: new Date(atMs) })),
        secrets: used.map(([secretId, atMs]) => ({ secretId, at: new Date(atMs) })),
      })
      forget(deliveries, delivered)
      forget(secrets, used)
    },
  }
}

/** The newest of each source, so that a flood at one hides no rejection of another. */
function createHeldRejections() {
  let held = new Map<string, Rejection[]>()
  let count = 0
  const add = (sourceId: string, rejection: Rejection): void => {
    const list = held.get(sourceId) ?? []
    if (list.length >= heldOfSource) list.shift()
    else if (count >= heldInAll) return
    else count += 1
    list.push(rejection)
    held.set(sourceId, list)
  }
  const takeAll = (): Map<string, Rejection[]> => {
    const taken = held
    held = new Map()
    count = 0
    return taken
  }
  return {
    add,
    takeAll,
    putBack: (older: Map<string, Rejection[]>): void => {
      const newer = takeAll()
      for (const lists of [older, newer]) {
        for (const [sourceId, list] of lists) for (const rejection of list) add(sourceId, rejection)
      }
    },
  }
}

/** Removes what was written, unless it moved on meanwhile. */
function forget(latest: Map<string, number>, written: [string, number][]): void {
  for (const [key, atMs] of written) if (latest.get(key) === atMs) latest.delete(key)
}
