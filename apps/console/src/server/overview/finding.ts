import type { Database } from '@signalpost/database'
import type { Facts } from './facts.ts'

/** Something that needs a person. */
export type Finding = {
  kind: string
  /** Whether something is late and will come, or is broken and will not without help. */
  harm: 'lost' | 'late' | 'broken'
  summary: string
  remedy: string
  /** The page that shows it. */
  link: string
}

type Found = Omit<Finding, 'kind'>
export type Asked = { database: Database; orgId: string; nowMs: number }

/** Finds one thing for each source, channel or warehouse that has it, and names it. */
export type Finder = (asked: Asked, facts: Promise<Facts>) => Promise<Finding[]>

/** A kind of finding. Each finder that it creates has a memory of its own. */
export type FindingKind = { kind: string; createFinder: () => Finder }

/** A kind that follows from what every reading of the overview knows. */
export function defineFinding({
  kind,
  find,
}: {
  kind: string
  find: (facts: Facts) => Found[]
}): FindingKind {
  const createFinder = (): Finder => async (_asked, facts) =>
    find(await facts).map((found) => ({ kind, ...found }))
  return { kind, createFinder }
}

/** A kind with a question of its own to the store, asked once in `everyMs` for each workspace. */
export function defineReadFinding<Read>({
  kind,
  everyMs,
  read,
  find,
}: {
  kind: string
  everyMs: number
  read: (asked: Asked) => Promise<Read>
  find: (read: Read, facts: Facts) => Found[]
}): FindingKind {
  const createFinder = (): Finder => {
    const readShared = shareReadings(everyMs, read)
    return async (asked, facts) => {
      const [answer, known] = await Promise.all([readShared(asked), facts])
      return find(answer, known).map((found) => ({ kind, ...found }))
    }
  }
  return { kind, createFinder }
}

/**
 * Returns a reader that asks once for each workspace in `everyMs`, however many callers there are. A reading that failed
 * is not kept.
 */
function shareReadings<Asked extends { orgId: string }, Read>(
  everyMs: number,
  read: (asked: Asked) => Promise<Read>,
): (asked: Asked) => Promise<Read> {
  const readings = new Map<string, Promise<Read>>()
  return (asked) => {
    const known = readings.get(asked.orgId)
    if (known !== undefined) return known
    const reading = read(asked)
    const forget = (): boolean => readings.delete(asked.orgId)
    readings.set(asked.orgId, reading)
    reading.then(() => setTimeout(forget, everyMs).unref(), forget)
    return reading
  }
}
