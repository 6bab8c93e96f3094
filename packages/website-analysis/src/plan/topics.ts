import type { listenerModes, platforms } from '@signalpost/domain'

export type Platform = (typeof platforms)[number]
export type Mode = (typeof listenerModes)[number]

/** What queries are made of. */
export type Topics = {
  company: string
  /** The registrable domain of the website; undefined where it was not read, or has none. */
  domain: string | undefined
  /** Two letters. */
  language: string
  /** What posts speak of: terms, names of rivals or kinds of places, the best first; at least one. */
  subjects: string[]
  /** What the company works on. */
  terms: string[]
  /** What people say who are worth finding. */
  intents: string[]
  /** Whom job ads look for. */
  roles: string[]
  /** Products and companies under whose name people write reviews. */
  reviewed: string[]
  categories: string[]
  locations: string[]
  /** Single words that show a post to be something else. */
  unwanted: string[]
}
