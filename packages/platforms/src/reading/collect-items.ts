import { dayMs, type FoundItem, instantOf, parseInstant } from '@signalpost/domain'
import type { DroppedItem } from '../search.ts'

const earliestMs = Date.UTC(2000, 0, 1)
/** Nothing of this age counts as new or urgent. */
const lostAgeMs = 15 * dayMs
export const tooOld = 'it is older than the listener asks for'

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

/** Returns an entry that lacks what every post of its platform has, such as `an id or a date`. */
export function lacking(what: string): DroppedItem {
  return { reason: `it lacks ${what}`, isUnreadable: true }
}

function refuse(
  { key, publishedAt, approximateDate, url }: FoundItem,
  sinceMs: number,
): DroppedItem | undefined {
  if (!isWebUrl(url)) return { key, reason: 'its link is not a web address' }
  const isDated = publishedAt !== undefined && approximateDate !== true
  return isDated && Date.parse(publishedAt) < sinceMs ? { key, reason: tooOld } : undefined
}

function isWebUrl(url: string): boolean {
  return url.length <= 2_048 && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url)
}

/**
 * Returns when an item was published. A date that cannot be read, or is before 2000 or in the future, must not make it pass
 * for new: it counts as 15 days old, or as old as `latestMs` where that is known to be older still.
 */
export function datedOf(
  claimed: unknown,
  { receivedAtMs, latestMs = Number.NaN }: { receivedAtMs: number; latestMs?: number | undefined },
): Pick<FoundItem, 'publishedAt' | 'approximateDate'> {
  if (claimed === undefined || claimed === null || claimed === '') return {}
  const isReadable = typeof claimed === 'string' || typeof claimed === 'number'
  const dated = isReadable ? publishedAtOf(claimed, receivedAtMs) : {}
  if (dated.publishedAt !== undefined) return dated
  const { publishedAt = instantOf(receivedAtMs) } = publishedAtOf(latestMs, receivedAtMs)
  const lostMs = Math.min(Date.parse(publishedAt), receivedAtMs - lostAgeMs)
  return { publishedAt: instantOf(lostMs), approximateDate: true }
}

function publishedAtOf(
  claimed: string | number | null | undefined,
  receivedAtMs: number,
): { publishedAt?: string } {
  const ms = typeof claimed === 'string' ? Date.parse(parseInstant(claimed) ?? '') : (claimed ?? Number.NaN)
  const isPlausible = ms >= earliestMs && ms <= receivedAtMs + dayMs
  return isPlausible ? { publishedAt: instantOf(ms) } : {}
}
