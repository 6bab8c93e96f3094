import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns a reader that reads one thing at a time for each workspace, with a rest of `restMs` after each reading. Everyone
 * who asks meanwhile shares the next one, so an answer never dates from before its question: what the stream named is in it.
 */
export function spaceReadings<Asked extends { orgId: string }, Read>(
  restMs: number,
  read: (asked: Asked) => Promise<Read>,
): (asked: Asked) => Promise<Read> {
  const busy = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<Read>>()

  const begin = (asked: Asked): Promise<Read> => {
    const reading = read(asked)
    const rest = (): Promise<void> => sleep(restMs, undefined, { ref: false })
    const free = reading.then(rest, rest).then(() => void busy.delete(asked.orgId))
    busy.set(asked.orgId, free)
    return reading
  }
  return (asked) => {
    const { orgId } = asked
    const free = busy.get(orgId)
    if (free === undefined) return begin(asked)
    const known = next.get(orgId)
    if (known !== undefined) return known
    const reading = free.then(() => {
      next.delete(orgId)
      return begin(asked)
    })
    next.set(orgId, reading)
    return reading
  }
}
