import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What the ledger must say of a delivery in the end; `refused` must never be in it. */
export type Expectation = 'applied' | 'dead' | 'ignored' | 'refused'

/** 202; an answer that promises that nothing is kept; anything that leaves it open. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** One request as it went out, and what came back. */
export type Attempt = {
  attempt: number
  sourceId: string
  /** Of the body, in hex. */
  sha256: string
  events: { eventId: string; expectation: Expectation }[]
  outcome: Outcome
  /** Of the answer; undefined when none came. */
  status: number | undefined
  /** In the order of the events, from a 202. */
  deliveryIds: string[]
}

export type Book = {
  path: string
  /** Notes an attempt before its first byte is sent; answers its number. */
  begin: (intent: Pick<Attempt, 'sourceId' | 'sha256' | 'events'>) => number
  end: (attempt: number, result: Pick<Attempt, 'outcome' | 'status' | 'deliveryIds'>) => void
  close: () => void
}

/**
 * The sender's own record, a file of JSON lines: one when an attempt begins and one when it ends. An attempt
 * without an end is unknown, and each line begins with its line break, so that the book stays true when the sender
 * dies in the middle of one.
 */
export function openBook(path: string): Book {
  const file = openSync(path, 'a')
  let attempts = readBook(path).length
  const write = (line: object): void => void writeSync(file, `\n${JSON.stringify(line)}`)
  return {
    path,
    begin: (intent) => {
      attempts += 1
      write({ attempt: attempts, ...intent })
      return attempts
    },
    end: (attempt, result) => write({ attempt, ...result }),
    close: () => closeSync(file),
  }
}

export function readBook(path: string): Attempt[] {
  const attempts = new Map<number, Attempt>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const entry = parseLine(line)
    if (entry === undefined) continue
    const before = attempts.get(entry.attempt)
    const open = { outcome: 'unknown' as const, status: undefined, deliveryIds: [] }
    attempts.set(entry.attempt, { ...open, ...before, ...entry })
  }
  return [...attempts.values()]
}

// The casts: only `openBook` writes these files.
function parseLine(line: string): Attempt | undefined {
  try {
    return JSON.parse(line) as Attempt
  } catch {
    // Empty, or the last line of a sender that died while it wrote.
    return undefined
  }
}
