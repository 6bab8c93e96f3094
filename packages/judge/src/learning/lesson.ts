import type { FoundItem, Signal } from '@signalpost/domain'
import type { componentCaps } from '../rubric/rubric-4.ts'

/** What a find looked like when it was judged. JSON. */
export type FindFeatures = {
  /** The points of each component. */
  points: Record<keyof typeof componentCaps, number>
  keywords: string[]
  label: Signal['classification']
  platform: FoundItem['platform']
  /** The chance that the find had to be shown. */
  propensity: number
}

/** A find with the verdict that a person gave it. */
export type Lesson = { features: FindFeatures; isGood: boolean; atMs: number }
