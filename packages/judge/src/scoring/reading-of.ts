import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener } from '../judgement.ts'
import type { Matches } from '../pass.ts'
import type { Findings } from '../reading/findings.ts'
import type { Polarity } from '../reading/polarity.ts'
import type { Post } from '../reading/post.ts'

/** All that is known of one item before it gets points. */
export type Reading = {
  mode: JudgedListener['mode']
  item: FoundItem
  post: Post
  matches: Matches
  findings: Findings
  polarity: Polarity
  language: string | undefined
  /** Undefined where no date is known. */
  ageMs: number | undefined
  isJob: boolean
}
