import { hourMs } from '../durations.ts'
import type { PreviewItem } from './preview-rule.ts'

/** What a rule would do, by the way in which people are notified. */
export type PreviewCount = { sent: number; digested: number; heldBack: number }

/** What a rule would have done with one signal, and when. */
export type DatedPreviewItem = PreviewItem & { atMs: number }

export type PreviewSummary = PreviewCount & {
  byChannel: (PreviewCount & { channelId: string })[]
  /** Every hour from the first to the last with anything in it. */
  byHour: (PreviewCount & { hourMs: number })[]
  /** Why something is held back, the most frequent reason first. */
  reasons: { reason: string; count: number }[]
}

/** Adds up a preview: each item is counted once in the sum, in its channel and in its hour. */
export function summarisePreview(items: readonly DatedPreviewItem[]): PreviewSummary {
  const byChannel = Map.groupBy(items, ({ channelId }) => channelId)
  const byHour = Map.groupBy(items, ({ atMs }) => Math.floor(atMs / hourMs) * hourMs)
  const heldBack = items.filter(isHeldBack)
  const reasons = Map.groupBy(heldBack, ({ reason }) => reason ?? 'unknown')
  return {
    ...countOf(items),
    byChannel: [...byChannel].map(([channelId, some]) => ({ channelId, ...countOf(some) })),
    byHour: hoursBetween([...byHour.keys()]).map((hour) => ({
      hourMs: hour,
      ...countOf(byHour.get(hour) ?? []),
    })),
    reasons: [...reasons]
      .map(([reason, some]) => ({ reason, count: some.length }))
      .toSorted((a, b) => b.count - a.count),
  }
}

/** Compares what two rules would have done with the same signals: what only one of them reports, and what they report differently. */
export function comparePreviews(
  before: readonly PreviewItem[],
  after: readonly PreviewItem[],
): { added: PreviewItem[]; removed: PreviewItem[]; changed: PreviewItem[]; same: number } {
  const decisions = new Map(before.filter(isReported).map((item) => [keyOf(item), item.decision]))
  const reported = after.filter(isReported)
  const kept = new Set(reported.map(keyOf))
  const added = reported.filter((item) => !decisions.has(keyOf(item)))
  const removed = before.filter((item) => isReported(item) && !kept.has(keyOf(item)))
  const changed = reported.filter((item) => (decisions.get(keyOf(item)) ?? item.decision) !== item.decision)
  return { added, removed, changed, same: reported.length - added.length - changed.length }
}

function countOf(items: readonly PreviewItem[]): PreviewCount {
  return {
    sent: items.filter(({ decision }) => decision === 'send').length,
    digested: items.filter(({ decision }) => decision === 'digest').length,
    heldBack: items.filter(isHeldBack).length,
  }
}

function isReported({ decision }: PreviewItem): boolean {
  return decision !== 'none'
}

/** Held back for a reason of its own: what an earlier rule reports is not. */
function isHeldBack({ decision, reason }: PreviewItem): boolean {
  return decision === 'none' && reason !== 'earlier_rule'
}

function keyOf({ signalId, channelId }: PreviewItem): string {
  return `${channelId} ${signalId}`
}

const hoursAtMost = 24 * 31

function hoursBetween(hours: readonly number[]): number[] {
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  if (hours.length === 0) return []
  const count = Math.min((last - first) / hourMs + 1, hoursAtMost)
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * hourMs)
}
