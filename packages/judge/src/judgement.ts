import type { FoundItem, Listener, Signal } from '@signalpost/domain'
import type { HistoryEntry, ListenerHistory } from './history/listener-history.ts'
import type { ListenerWeights } from './learning/listener-weights.ts'
import type { Opinion } from './opinion/opinion.ts'
import type { componentCaps } from './rubric/rubric-4.ts'

/** What the judge reads of a listener. */
export type JudgedListener = Pick<
  Listener,
  'mode' | 'objective' | 'keywords' | 'exclusions' | 'sensitivity' | 'profile'
>

export type JudgeInput = {
  item: FoundItem
  listener: JudgedListener
  nowMs: number
  history: ListenerHistory
  weights: ListenerWeights
  /** What a language model says of it, if one was asked. */
  opinion?: Opinion | undefined
  /** The score of a rerank model that finds the post relevant; then it needs no keyword. */
  rerankScore?: number | undefined
}

type ComponentName = keyof typeof componentCaps

/** Why a component has points. `quote` is a part of the post's title or text, letter by letter. */
export type Reason = { text: string; points: number; quote?: string }

/** The points of the reasons add up to those of the component. */
export type Component = { name: ComponentName; points: number; cap: number; reasons: Reason[] }

/** The members of a signal that the judge decides. Members without a value are absent. */
export type JudgedMembers = {
  [Name in
    | 'relevanceScore'
    | 'classification'
    | 'rationale'
    | 'matchedKeywords'
    | 'scoreVersion'
    | 'scoreBreakdown'
    | 'urgency'
    | 'purchaseIntent'
    | 'confidence'
    | 'inferenceHops']: NonNullable<Signal[Name]>
} & Pick<
  Signal,
  | 'signalCategory'
  | 'themes'
  | 'inferredNeed'
  | 'situation'
  | 'opportunity'
  | 'suggestedAngle'
  | 'passedBy'
  | 'rerankScore'
>

export type Judgement =
  | {
      passed: false
      reason: string
      /** Whether all that it lacks is a keyword. */
      lacksKeyword: boolean
    }
  | {
      passed: true
      members: JudgedMembers
      components: Component[]
      /** The labels that an opinion may give it. */
      labels: readonly [Signal['classification'], ...Signal['classification'][]]
      /** What the listener's history keeps of this item. */
      entry: HistoryEntry
    }
