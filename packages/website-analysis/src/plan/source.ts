import type { Platform, Topics } from './topics.ts'

/** A platform and how to search it. */
export type Source = {
  platform: Platform
  /** Returns at least one query, in the syntax of the platform's own search. */
  queries: (topics: Topics) => string[]
}

export function defineSource(source: Source): Source {
  return source
}
