import type { Listener, Signal } from '@signalpost/domain'

type Label = Signal['classification']

/** How many points an opinion moves a component at most. It moves no other. */
export const opinionLimits = { purchaseIntent: 6, fit: 4, urgency: 3 } as const

/** What a language model says of a post that the rules judged. */
export type Opinion = {
  classification: Label
  /** Whole points to add or take away. What is past its limit counts as the limit. */
  points: Record<keyof typeof opinionLimits, number>
  /** A part of the post's title or text, letter by letter, without quotation marks and line breaks. */
  evidence: string
} & Partial<Record<(typeof opinionTexts)[number], string>>

/** The members of a signal that only an opinion fills, or replaces. */
export const opinionTexts = ['inferredNeed', 'situation', 'opportunity', 'suggestedAngle'] as const

/** The labels that a post can get. */
export function labelsOf(mode: Listener['mode'], isJob: boolean): readonly [Label, ...Label[]] {
  if (mode === 'rivals') return ['switching', 'frustrated', 'comparing', 'praise', 'noise']
  if (mode === 'places') return ['pain_confirmed', 'at_risk', 'healthy', 'noise']
  if (isJob) return ['hiring_now', 'expanding', 'replacing', 'adjacent']
  return ['high_intent', 'evaluating', 'relevant', 'competitor', 'content', 'adjacent', 'noise']
}
