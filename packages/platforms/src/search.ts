import type { FoundItem } from '@signalpost/domain'

/** Plain data that can be stored as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** One query of one listener on one platform; on job boards, on one board. */
export type SearchInput = {
  /** As the plan has it. */
  query: string
  /** Where on the platform, if `needsBoard`: `stripe`. Null elsewhere. */
  board: string | null
  /** Nothing that was published before is wanted. It stays the same for all runs of a search. */
  sinceMs: number
  nowMs: number
  /** The cursor of the last page that was kept; null at first, and after the query or the board changed. */
  cursor: Json
}

/** A search that cannot be run, and why. */
export type SearchRefusal = { refusal: string }

export type PlatformRequest = {
  method: 'GET' | 'POST'
  /** An absolute address without secrets. `addressOf` puts a connection's base URL in. */
  url: string
  /** Headers without secrets. A conditional request names its validator here; its 304 goes to `read` too. */
  headers: Readonly<Record<string, string>>
  body?: string
  /** Which budget it costs, and how much of it at most. */
  unit: string
  cost: number
  /** Whether it looks for posts from before the first run, after the first page. It can wait; new posts cannot. */
  isBackfill?: boolean
  /** A short-lived token that an earlier answer gave. Never stored and never logged. */
  token?: string
  /** What `read` has to know. */
  state: Json
}

/** An answer of any status. Redirects are not followed. */
export type PlatformAnswer = {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
  receivedAtMs: number
}

/** Something that is not an item, with the reason. `key` is absent where it has none. */
export type DroppedItem = {
  key?: string
  reason: string
  /** Whether it lacks what every post of the platform has. */
  isUnreadable?: true
}

export type SearchPage = {
  /** Also those met before: the caller knows which. */
  items: FoundItem[]
  dropped: DroppedItem[]
  /** Null after the last page of this run. */
  next: PlatformRequest | null
  /** Stored in the transaction that keeps the items, page by page. A run that ends early continues from it. */
  cursor: Json
  /** What the answer really cost, where that may be less than what the request was taken for. */
  cost?: number
  /** For how long the platform wants nothing more to be asked. */
  quietMs?: number
}

/** An item that was found before, as it is now. */
export type RereadItem = Omit<FoundItem, 'foundByQuery'>

/** What an answer says of items that were found before. A key that no page of a reread names is no longer there. */
export type RereadPage = {
  items: RereadItem[]
  /** Keys of what is still there, or may be, in a form that cannot be read. */
  unread?: string[]
  /** Null after the last page. */
  next: PlatformRequest | null
  /** As that of a page of a search. */
  cost?: number
  /** As that of a page of a search. */
  quietMs?: number
}

/**
 * Why a platform did not answer: `throttled` and `exhausted` end by themselves, `unauthorised` needs an operator, `gone`
 * is a board that does not exist, and `broken` is anything else, such as a 500 or an answer that is not JSON.
 */
export type SearchFaultKind = 'throttled' | 'unauthorised' | 'exhausted' | 'gone' | 'broken'

export type SearchFault = {
  fault: SearchFaultKind
  /** What the platform asks for: at least 1 s, at most 24 h. */
  retryAfterMs?: number
  /** For people; it quotes nothing of the answer. */
  message: string
  /** As that of a page. */
  cost?: number
}

/** Secrets by the names that the definition declares. */
export type PlatformSecrets = Readonly<Record<string, string>>
