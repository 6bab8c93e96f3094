import type { Platform } from '@signalpost/domain'
import type { FeedRoute } from './feeds/feed-route.ts'
import type {
  PlatformAnswer,
  PlatformRequest,
  PlatformSecrets,
  RereadPage,
  SearchFault,
  SearchInput,
  SearchPage,
  SearchRefusal,
} from './search.ts'
import type { Topics } from './topics.ts'

/**
 * How a platform is reached: `open` to everyone, with a `key`, after an `approval`, for one's `own_data` alone, or only
 * through a `provider` who sends signed events to the intake.
 */
export type PlatformAccess = 'open' | 'key' | 'approval' | 'own_data' | 'provider'

export type PlatformSecret = {
  /** The member of the secrets. Its option is `--api-key-file <file>` for `apiKey`. */
  name: string
  description: string
}

/** At most `most` of `unit` in each window. A day of `timeZone` begins at its midnight. */
export type PlatformBudget = { unit: string; most: number; windowMs: number; timeZone?: string }

/**
 * What the terms of a platform demand of what was found there: it is read again by its keys within `keepMs`, or erased.
 * A state machine like a search: `start` makes the first request, and `read` says what is still there.
 */
export type PlatformRetention = {
  keepMs: number
  /** How many items are asked for together. */
  mostKeys: number
  /** Null if none of the keys is one of the platform's. */
  start: (keys: readonly string[]) => PlatformRequest | null
  read: (answer: PlatformAnswer, request: PlatformRequest) => RereadPage | SearchFault
}

/**
 * How a platform is searched: a pure state machine. `start` makes the first request, the caller sends it, and `read`
 * turns the answer into items and the next request. Neither throws, whatever a platform answers.
 */
export type PlatformSearch = {
  /** Whether a query is run on boards that the listener names. */
  needsBoard: boolean
  /** Returns the board that a link leads to. */
  findBoard?: (url: URL) => string | undefined
  budget: readonly PlatformBudget[]
  /** Whether what is read is billed: nothing is asked before the connection has a budget of its own. */
  needsBudget?: true
  leastIntervalMs: number
  /** Null if the terms ask for nothing of the kind. */
  retention: PlatformRetention | null
  /** How bodies are read. By default they are UTF-8 of at most 32 MiB. */
  bodies?: {
    mostBytes: number
    decode: (body: Uint8Array, contentType: string | undefined) => string | SearchFault
  }
  /** For how long a body asks not to be asked for again; undefined where it does not say. Only of bodies that were read. */
  findRestMs?: (body: string) => number | undefined
  /** Whether an answer may come from another address. By default a redirect is an answer like any other. */
  followsRedirects?: true
  start: (input: SearchInput) => PlatformRequest | SearchRefusal
  /** `request` is the one that was answered, unchanged. */
  read: (answer: PlatformAnswer, request: PlatformRequest) => SearchPage | SearchFault
  /** Returns the headers that carry the secrets. */
  authorize: (request: PlatformRequest, secrets: PlatformSecrets) => Readonly<Record<string, string>>
}

type Definition = {
  platform: Platform
  title: string
  access: PlatformAccess
  /** What an operator needs before it can be searched, as a sentence. */
  requirement: string
  /** Whether it was built from documentation alone, because its terms ask for an approval that we do not have. */
  isBeta?: true
  /** The page of the platform's own documentation that the definition follows. */
  documentation: string
  secrets: readonly PlatformSecret[]
  /** Returns the account that a link leads to, if its posts can be left out of a query. */
  findAccount?: (url: URL) => string | undefined
  /** Returns at least one query, in the syntax of the platform's own search. */
  queries: (topics: Topics) => string[]
  /** Absent where we have no way to search it: `requirement` says how to bring its posts otherwise. */
  search?: PlatformSearch
  /** Present where a feed can show its posts: the board of a listener is then the feed's address. */
  feed?: FeedRoute
}

export type PlatformDefinition = Readonly<Definition>

export function definePlatform(definition: Definition): PlatformDefinition {
  return definition
}
