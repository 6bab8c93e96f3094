import type { Coverage, Platform, Signal, SubjectOrg } from '../documents/index.ts'
import type { Instant } from '../instant.ts'

/** The most letters of a found item's text, counted in code points. */
export const maxFoundText = 20_000

/** Something that a search met on a platform, before it is judged. */
export type FoundItem = {
  platform: Platform
  /** The dedupe key: the same for the same item, however often and however it is met. */
  key: string
  url: string
  title: string
  /** Plain text of at most `maxFoundText` letters. */
  text: string
  author?: string
  publishedAt?: Instant
  /** Only where `publishedAt` was read from a phrase such as "3 days ago". */
  approximateDate?: boolean
  coverage: Coverage
  rating?: number
  /** Where on the platform it is: a subreddit, a channel, a board. */
  place?: string
  /** A code of two letters. */
  language?: string
  isQuestion?: boolean
  subjectOrg?: SubjectOrg
  subjectName?: string
  /** Words that the platform files it under, at most 4. */
  themes?: string[]
  accountKey?: NonNullable<Signal['accountKey']>
  rivalKey?: string
  placeKey?: string
  /** The query as the plan has it. */
  foundByQuery: string
}
