import { createHash } from 'node:crypto'
import { type FoundItem, instantOf, type Signal, titleKey } from '@signalpost/domain'

type Listener = { orgId: string; listenerId: string }

/** Returns the signal that a find becomes. */
export function signalOf(
  { orgId, listenerId, nowMs }: Listener & { nowMs: number },
  item: FoundItem,
  members: Pick<Signal, 'relevanceScore' | 'classification' | 'rationale' | 'matchedKeywords'> &
    Partial<Signal>,
): Signal {
  const now = instantOf(nowMs)
  const title = titleKey(item.title)
  const { platform, key, text, isQuestion: _question, language: _language, place: _place, ...rest } = item
  return {
    ...rest,
    ...members,
    id: signalIdOf({ orgId, listenerId }, key),
    orgId,
    listenerId,
    source: platform,
    excerpt: text,
    postedAt: item.publishedAt ?? now,
    dedupeKey: key,
    ...(title !== undefined && { titleKey: title }),
    queryAttribution: 'exact',
    firstSeenAt: now,
  }
}

/** The same find of a listener is always the same signal. */
export function signalIdOf({ orgId, listenerId }: Listener, dedupeKey: string): string {
  return `sig_${hashOf(orgId, listenerId, dedupeKey)}`
}

export function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
