/** The parts of queries. */
export type Topics = {
  company: string
  /** The registrable domain of the website; undefined if it was not read, or has none. */
  domain: string | undefined
  /** A code of two letters. All texts are in this language. */
  language: string
  /** What posts are about: terms, names of rivals or kinds of places, the best first; at least one. */
  subjects: string[]
  /** The company's subjects. */
  terms: string[]
  /** Phrases of people worth finding. */
  intents: string[]
  /** Rivals by their names, for platforms that cost nothing to ask: most who leave or weigh one only name it. */
  rivals: string[]
  /** What people write who leave a rival or weigh it, such as "Acme alternatives"; those of the first rival come first. */
  leaving: string[]
  /** Roles that job ads look for. */
  roles: string[]
  /** Products and companies whose reviews are worth finding. */
  reviewed: string[]
  categories: string[]
  locations: string[]
  /** Single words that show that a post is about something else. */
  unwanted: string[]
  /** The company's own account on the platform, whose posts are no finds. */
  account?: string | undefined
}
