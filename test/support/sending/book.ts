import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The final status of a delivery in the ledger; `refused` must never be there. */
export type Expectation = 'applied' | 'dead' | 'ignored' | 'refused'

/** A 202; an answer that promises that nothing is stored; or anything that leaves it open. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** One request as sent, and its answer. */
export type Attempt = {
  attempt: number
  sourceId: string
  /** The hash of the body, in hex. */
  sha256: string
  events: { eventId: string; expectation: Expectation }[]
  outcome: Outcome
  /** The status of the answer; undefined if none came. */
  status: number | undefined
  /** From a 202, in the order of the events. */
  deliveryIds: string[]
}

export type Book = {
  path: string
  /** Records an attempt before its first byte is sent. Returns its number. */
  begin: (intent: Pick<Attempt, 'sourceId' | 'sha256' | 'events'>) => number
  end: (attempt: number, result: Pick<Attempt, 'outcome' | 'status' | 'deliveryIds'>) => void
  close: () => void
}

/**
 * The sender's own record, a file of JSON lines: one when an attempt begins and one when it ends. An attempt without an
 * end is unknown. Each line begins with its line break, so the book stays valid if the sender dies in the middle of a
 * line.
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
    // Empty, or the last line of a sender that died while writing it.
    return undefined
  }
}
