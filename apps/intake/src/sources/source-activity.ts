import type { Database } from '@signalpost/database'
import { recordRejections, recordSourceActivity } from '@signalpost/database/access'

export type HeldRejection = {
  sourceId: string
  reason: string
  bytes: number
  address: string
  atMs: number
  finding: string
  detail: string | undefined
}

type Rejection = Omit<HeldRejection, 'sourceId'>
/** Refusals of a source within one step since the last round, those that the log has no room for included. */
type Refusals = { sourceId: string; atStepMs: number; count: number }
/** Uses of a secret within one step since the last round. */
type Uses = { secretId: string; stepMs: number; uses: number; lastAtMs: number }

/** Activity of sources, gathered in memory and written by one statement a round. */
export type SourceActivity = {
  recordDelivery: (delivery: { sourceId: string; secretId: string; atMs: number }) => void
  recordRejection: (rejection: HeldRejection) => void
  /** Writes what was recorded. Throws when it cannot, and keeps it for the next round. */
  write: () => Promise<void>
}

/** As many as a source's log keeps. */
const heldOfSource = 1_000
/** Keeps the statement short when a flood spreads over many sources. */
const heldInAll = 10_000
/** Uses of secrets, and refusals, are counted in steps of five minutes. */
const stepMs = 5 * 60_000

export function createSourceActivity(database: Database): SourceActivity {
  const rejections = createHeldRejections()
  let refusals = new Map<string, Refusals>()
  const addRefusals = ({ sourceId, atStepMs, count }: Refusals): void => {
    const key = `${sourceId} ${atStepMs}`
    refusals.set(key, { sourceId, atStepMs, count: count + (refusals.get(key)?.count ?? 0) })
  }
  const deliveries = new Map<string, number>()
  let uses = new Map<string, Uses>()
  const addUses = (added: Uses): void => {
    const key = `${added.secretId} ${added.stepMs}`
    const known = uses.get(key)
    if (known === undefined) uses.set(key, added)
    else {
      known.uses += added.uses
      known.lastAtMs = Math.max(known.lastAtMs, added.lastAtMs)
    }
  }
  return {
    recordDelivery: ({ sourceId, secretId, atMs }) => {
      deliveries.set(sourceId, atMs)
      addUses({ secretId, stepMs: atMs - (atMs % stepMs), uses: 1, lastAtMs: atMs })
    },
    recordRejection: ({ sourceId, ...rejection }) => {
      rejections.add(sourceId, rejection)
      addRefusals({ sourceId, atStepMs: rejection.atMs - (rejection.atMs % stepMs), count: 1 })
    },
    write: async () => {
      const refused = rejections.takeAll()
      const counted = [...refusals.values()]
      refusals = new Map()
      try {
        await recordRejections(
          database,
          [...refused].flatMap(([sourceId, list]) =>
            list.map(({ atMs, detail = null, ...rejection }) => ({
              ...{ sourceId, ...rejection, detail, at: new Date(atMs) },
            })),
          ),
          counted.map(({ sourceId, atStepMs, count }) => ({
            ...{ sourceId, step: new Date(atStepMs), refusals: count },
          })),
        )
      } catch (error) {
        rejections.putBack(refused)
        for (const one of counted) addRefusals(one)
        throw error
      }
      const delivered = [...deliveries]
      const used = uses
      uses = new Map()
      try {
        await recordSourceActivity(database, {
          deliveries: delivered.map(([sourceId, atMs]) => ({ sourceId, at: new Date(atMs) })),
          secrets: [...used.values()].map(({ secretId, stepMs, uses, lastAtMs }) => ({
            ...{ secretId, uses, step: new Date(stepMs), lastAt: new Date(lastAtMs) },
          })),
        })
      } catch (error) {
        for (const one of used.values()) addUses(one)
        throw error
      }
      forget(deliveries, delivered)
    },
  }
}

/** Keeps the newest of each source, so a flood at one hides no rejection of another. */
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

/** Removes what was written, unless a newer value has replaced it. */
function forget(latest: Map<string, number>, written: [string, number][]): void {
  for (const [key, atMs] of written) if (latest.get(key) === atMs) latest.delete(key)
}
