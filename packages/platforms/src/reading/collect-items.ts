import { dayMs, type FoundItem, instantOf, parseInstant } from '@signalpost/domain'
import type { DroppedItem } from '../search.ts'

const earliestMs = Date.UTC(2000, 0, 1)

/**
 * Reads the entries of an answer one by one: a bad one is dropped with its reason and disturbs no other. Of several with
 * one key the first counts.
 */
export function collectItems<Entry>(
  entries: readonly Entry[],
  { sinceMs }: { sinceMs: number },
  read: (entry: Entry) => FoundItem | DroppedItem,
): { items: FoundItem[]; dropped: DroppedItem[] } {
  const items = new Map<string, FoundItem>()
  const dropped: DroppedItem[] = []
  for (const entry of entries) {
    const found = read(entry)
    const refused = 'reason' in found ? found : refuse(found, sinceMs)
    if (refused !== undefined) dropped.push(refused)
    else if (!('reason' in found) && !items.has(found.key)) items.set(found.key, found)
  }
  return { items: [...items.values()], dropped }
}

function refuse({ key, publishedAt, url }: FoundItem, sinceMs: number): DroppedItem | undefined {
  if (!isWebUrl(url)) return { key, reason: 'its link is not a web address' }
  const isOld = publishedAt !== undefined && Date.parse(publishedAt) < sinceMs
  return isOld ? { key, reason: 'it is older than the listener asks for' } : undefined
}

function isWebUrl(url: string): boolean {
  return url.length <= 2_048 && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url)
}

/** Returns when an item was published, unless it claims a time before 2000 or in the future: absent beats wrong. */
export function publishedAtOf(
  claimed: string | number | null | undefined,
  receivedAtMs: number,
): { publishedAt?: string } {
  const ms = typeof claimed === 'string' ? Date.parse(parseInstant(claimed) ?? '') : (claimed ?? Number.NaN)
  const isPlausible = ms >= earliestMs && ms <= receivedAtMs + dayMs
  return isPlausible ? { publishedAt: instantOf(ms) } : {}
}
