import type { Platform } from '@signalpost/domain'
import { findSearch, getPlatform } from './platform-definitions.ts'

/** Whether a query can be run at all, whatever connections an installation has, and if not, why. */
export type QueryVerdict = { runnable: true } | { runnable: false; reason: string }

/** Judges a query with the board that it would be run on, or without one. */
export function explainQuery(query: {
  platform: Platform
  query: string
  board: string | null
}): QueryVerdict {
  const { requirement } = getPlatform(query.platform)
  const search = findSearch(query.platform, query.board)
  if (search === undefined) return { runnable: false, reason: requirement }
  const board = search.needsBoard ? query.board : null
  const started = search.start({ query: query.query, board, sinceMs: 0, nowMs: 0, cursor: null })
  return 'refusal' in started ? { runnable: false, reason: started.refusal } : { runnable: true }
}
