import type { RereadItem } from '../search.ts'

type Rereads<Entry> = {
  /** The keys that were asked for. */
  asked: readonly string[]
  /** Undefined where the entry does not say what it is. */
  keyOf: (entry: Entry) => string | undefined
  /** Null for what was removed; undefined for what cannot be read. */
  read: (entry: Entry) => RereadItem | null | undefined
}

/**
 * Sorts the entries of an answer to a reread. One that is shown in a form that cannot be read is still there: a platform may
 * change its answers, and what is taken for gone is deleted. Where it does not even say what it is, it may be any that was
 * asked for.
 */
export function collectRereads<Entry>(
  entries: readonly Entry[],
  { asked, keyOf, read }: Rereads<Entry>,
): { items: RereadItem[]; unread: string[] } {
  const items = new Map<string, RereadItem>()
  const unread = new Set<string>()
  for (const entry of entries) {
    const item = read(entry)
    if (item === null) continue
    if (item !== undefined) items.set(item.key, item)
    else {
      const key = keyOf(entry)
      for (const one of key === undefined ? asked : [key]) unread.add(one)
    }
  }
  return { items: [...items.values()], unread: [...unread].filter((key) => !items.has(key)) }
}
