import type { Platform, Topics } from './topics.ts'

/** A platform and how one searches it. */
export type Source = {
  platform: Platform
  /** At least one query, in the syntax of the platform's own search. */
  queries: (topics: Topics) => string[]
}

export function defineSource(source: Source): Source {
  return source
}
