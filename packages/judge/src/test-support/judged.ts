import { type FoundItem, hourMs, instantOf } from '@signalpost/domain'
import { emptyHistory } from '../history/listener-history.ts'
import { judge } from '../judge.ts'
import type { JudgedListener } from '../judgement.ts'
import { priorWeights } from '../learning/listener-weights.ts'

export const nowMs = Date.UTC(2026, 0, 1)
export const listener: JudgedListener = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['CRM', 'Deputy'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
}

export const watcher: JudgedListener = {
  ...{ mode: 'rivals', objective: 'find_dissatisfaction', keywords: ['CRM'], exclusions: [] },
  ...{ sensitivity: 'balanced', profile: { rivals: ['Deputy'], painVocabulary: [] } },
}

export function judged(
  title: string,
  text = '',
  { watching = listener, ...changes }: Partial<FoundItem> & { watching?: JudgedListener } = {},
) {
  const found = judge({
    item: {
      ...{ platform: 'reddit', key: 'a', url: 'https://www.reddit.com/comments/a', foundByQuery: 'crm' },
      ...{ title, text, publishedAt: instantOf(nowMs - hourMs), coverage: 'full_text', ...changes },
    },
    ...{ listener: watching, nowMs, history: emptyHistory(), weights: priorWeights() },
  })
  if (!found.passed) throw new Error(found.reason)
  return found
}

/** Returns what the post says by which it has points for purchase intent. */
export function saidIn(title: string): string[] {
  const component = judged(title).components.find(({ name }) => name === 'purchaseIntent')
  return component?.reasons.map(({ text }) => text) ?? []
}
