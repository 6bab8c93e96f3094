import type { DeadlyPage, ListenerReference } from '@signalpost/database/searching'
import { type FoundItem, type Listener, namePlatform, type Platform, type Signal } from '@signalpost/domain'
import type { Component, ListenerHistory, ListenerWeights, RankedFeatures } from '@signalpost/judge'
import { isFeedAddress } from '@signalpost/platforms'
import type { Judging } from '../judging/create-judging.ts'
import type { Plan } from '../judging/tasks.ts'
import type { SearchingServices } from '../services.ts'
import type { RunCosts } from './run-costs.ts'

/** One item that a run met, whether or not it was kept. */
export type RunItem = {
  url: string
  title: string
  /** Null for what was dropped before it was scored. */
  relevanceScore: number | null
  scoreBreakdown: Signal['scoreBreakdown'] | null
  /** Every point of the score, with its reason. */
  components: Component[] | null
  classification: Signal['classification'] | null
  /** By what verdicts rank it beside the others; null for what was dropped before it was scored. */
  features: (RankedFeatures & { signalId: string }) | null
  kept: boolean
  reason: string
  /** What the rerank model said of a post without a keyword; null of others, and without a model. */
  rerankScore: number | null
}

/** What one search of a run did. */
export type SearchReport = {
  platform: Platform
  query: string
  board: string | null
  fetched: number
  kept: number
  /** Posts that could not be judged. */
  skipped: SkippedPost[]
  /** Why entries that the platform showed were no posts for this search, and how many each. */
  passedOver: { reason: string; count: number }[]
  /** Why it did not ask, or what went wrong; null if nothing did. */
  error: string | null
}

/** A post by its dedupe key, and why it was not judged. */
export type SkippedPost = { key: string; reason: string }

export type RunReport = {
  items: RunItem[]
  searches: SearchReport[]
  /** What of the plan cannot be asked, and what that needs. */
  missing: string[]
}

/**
 * Names a search for people: `LinkedIn (https://feeds.example/1)`. The query of a feed's address may be a credential, so it is
 * left out: errors are shown to more people than boards.
 */
export function placeOf({ platform, board }: Pick<SearchReport, 'platform' | 'board'>): string {
  const name = namePlatform(platform)
  return board === null ? name : `${name} (${isFeedAddress(board) ? board.split('?')[0] : board})`
}

/** One run of one listener. The history grows with each page. */
export type ListenerRun = ListenerReference &
  Pick<SearchingServices, 'database' | 'nowMs' | 'askOpinion' | 'askRerank'> & {
    judging: Judging
    listener: Listener
    seed: string
    /** Undefined in a dry run, which keeps nothing. */
    token: string | undefined
    /** Where earlier runs died; undefined where none did. */
    deadly: DeadlyPage | undefined
    weights: ListenerWeights
    history: ListenerHistory
    chosenBar: number | undefined
    costs: RunCosts
    /** How many posts were reranked so far. */
    reranked: number
    /** The keys that a dry run met. It stores nothing from which it could know them. */
    met: Set<string>
  }

/** A page to judge, and where to say which of its posts are left out. */
export type PageToJudge<Item> = {
  posts: Item[]
  plan: Plan
  note: (items: readonly FoundItem[], skipped: ReadonlyMap<number, string>) => void
}
