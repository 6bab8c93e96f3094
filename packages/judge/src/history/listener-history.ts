import { dayMs } from '@signalpost/domain'

/** How many days before the present posts about one subject support each other. */
const subjectDays = 30

/** What a listener's earlier finds tell about the next one. JSON of bounded size: a few hundred kilobytes at most. */
export type ListenerHistory = {
  version: 1
  documents: number
  words: number
  /** In how many documents each keyword of the plan occurs. */
  documentsByKeyword: Record<string, number>
  /** How well the last finds matched, the oldest first. */
  fits: number[]
  /** Who wrote about an account, rival or place, and when. */
  origins: Record<string, { origin: string; atMs: number }[]>
  /** How the last day went on which something was judged. */
  day: DayDraws
}

/** The finds of a day and the bar. */
export type DayDraws = {
  /** As `YYYY-MM-DD`; empty before the first find. */
  day: string
  /** How many were below the bar, by their distance from it. */
  near: number
  far: number
  /** How many of them were shown. */
  explored: number
  /** How many reached the bar. */
  reached: number
  /** How far the bar is from where it began. */
  shift: number
}

/** What one find adds to the history. */
export type HistoryEntry = {
  words: number
  matchedKeywords: string[]
  fit: number
  /** The account, rival and place it is about. */
  subjects: string[]
  origin: string
  atMs: number
}

const mostFits = 1_000
const mostSubjects = 2_000
const mostOrigins = 5

export const emptyDay: DayDraws = { day: '', near: 0, far: 0, explored: 0, reached: 0, shift: 0 }

export function emptyHistory(): ListenerHistory {
  return {
    version: 1,
    documents: 0,
    words: 0,
    documentsByKeyword: {},
    fits: [],
    origins: {},
    day: emptyDay,
  }
}

/** Returns the history after more finds, in the order in which they were judged. The given one stays as it is. */
export function addToHistory(
  history: ListenerHistory,
  entries: readonly HistoryEntry[],
  day: DayDraws = history.day,
): ListenerHistory {
  const counts = new Map(Object.entries(history.documentsByKeyword))
  const origins = new Map(Object.entries(history.origins))
  for (const entry of entries) {
    for (const keyword of entry.matchedKeywords) counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
    for (const subject of entry.subjects) addOrigin(origins, subject, entry)
  }
  return {
    version: 1,
    documents: history.documents + entries.length,
    words: history.words + entries.reduce((sum, { words }) => sum + words, 0),
    documentsByKeyword: Object.fromEntries(counts),
    fits: [...history.fits, ...entries.map(({ fit }) => fit)].slice(-mostFits),
    origins: Object.fromEntries([...origins].slice(-mostSubjects)),
    day,
  }
}

/** Counts the other posts about any of these subjects within the days before and after. */
export function countOthers(
  history: ListenerHistory,
  { subjects, origin, atMs }: Pick<HistoryEntry, 'subjects' | 'origin' | 'atMs'>,
): number {
  const others = subjects.flatMap((subject) => {
    const known = Object.hasOwn(history.origins, subject) ? history.origins[subject] : undefined
    return (known ?? []).filter((one) => one.origin !== origin && isNear(one.atMs, atMs))
  })
  return new Set(others.map((one) => one.origin)).size
}

/** The subjects that were written about last are the last of the map. */
function addOrigin(
  origins: Map<string, { origin: string; atMs: number }[]>,
  subject: string,
  { origin, atMs }: HistoryEntry,
): void {
  const known = (origins.get(subject) ?? []).filter((one) => one.origin !== origin)
  origins.delete(subject)
  origins.set(subject, [...known, { origin, atMs }].slice(-mostOrigins))
}

function isNear(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) <= subjectDays * dayMs
}
