/** Limits the bytes held of unfinished, hence unverified, requests: in all and for each client. */
export type BodyBudget = {
  /** Starts counting the bytes of a request. */
  open: (request: { client: string; onCrowdedOut: () => void }) => BodyShare
  heldBytes: () => number
}

export type BodyShare = {
  /** Sets how many bytes the request holds in all. May crowd out this request or others. */
  hold: (bytes: number) => void
  release: () => void
}

type Options = {
  totalBytes: number
  clientBytes: number
  nowMs?: () => number
}

type Entry = { client: string; bytes: number; sinceMs: number; onCrowdedOut: () => void }

/** Frees a little more than needed, so the search for the slowest is rare. */
const leftShare = 7 / 8

/**
 * Past a limit, crowds out the slowest requests of the client, or of all: those with the fewest bytes per millisecond.
 * A sender that withholds the end of a body gets slower all the time.
 */
export function createBodyBudget({
  totalBytes,
  clientBytes,
  nowMs = () => performance.now(),
}: Options): BodyBudget {
  const clients = new Map<string, { bytes: number; entries: Set<Entry> }>()
  let held = 0

  const remove = (entry: Entry): void => {
    const client = clients.get(entry.client)
    if (client?.entries.delete(entry) !== true) return
    held -= entry.bytes
    client.bytes -= entry.bytes
    if (client.entries.size === 0) clients.delete(entry.client)
  }
  const crowdOut = (entries: Entry[], excessBytes: number): void => {
    const atMs = nowMs()
    const paceOf = ({ bytes, sinceMs }: Entry): number => bytes / (atMs - sinceMs + 1)
    const slowestFirst = entries
      .map((entry) => ({ entry, pace: paceOf(entry) }))
      .toSorted((a, b) => a.pace - b.pace)
    let freed = 0
    for (const { entry } of slowestFirst) {
      if (freed >= excessBytes) return
      freed += entry.bytes
      remove(entry)
      entry.onCrowdedOut()
    }
  }

  return {
    open: ({ client, onCrowdedOut }) => {
      const entry = { client, bytes: 0, sinceMs: nowMs(), onCrowdedOut }
      const own = clients.get(client) ?? { bytes: 0, entries: new Set<Entry>() }
      clients.set(client, own)
      own.entries.add(entry)
      return {
        hold: (bytes) => {
          if (!own.entries.has(entry)) return
          held += bytes - entry.bytes
          own.bytes += bytes - entry.bytes
          entry.bytes = bytes
          if (own.bytes > clientBytes) {
            crowdOut([...own.entries], own.bytes - leftShare * clientBytes)
          }
          if (held > totalBytes) {
            const all = [...clients.values()].flatMap(({ entries }) => [...entries])
            crowdOut(all, held - leftShare * totalBytes)
          }
        },
        release: () => remove(entry),
      }
    },
    heldBytes: () => held,
  }
}
