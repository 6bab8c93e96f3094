import type { PlainText } from './answerable.ts'
import type { Share } from './fit-answer.ts'
import { plainWord } from './texts.ts'

const mostPages = 5
const longestMs = 80

type Page<Item> = { items: Item[]; nextCursor: string | null }

const notWhole = 'The search is not over: nextCursor continues where it ended.'

export type ListAnswer<Shown> = {
  items: Shown[]
  nextCursor: PlainText | null
  /** How many of the rows asked for were left out, as the answer would be too long. */
  more?: number
  note?: typeof notWhole
}

/**
 * Reads a list until the rows that were asked for are there or it ends. A page of the store may be empty and still have a
 * cursor, so this reads on for a while.
 */
export async function readList<Item, Shown>({
  limit,
  share,
  cursor,
  readPage,
  show,
}: {
  limit: number
  share: Share
  cursor: string | undefined
  readPage: (asked: { limit: number; cursor: string | undefined }) => Promise<Page<Item>>
  show: (items: Item[]) => Promise<Shown[]>
}): Promise<ListAnswer<Shown>> {
  const most = Math.max(1, Math.floor(limit * share))
  const endsAtMs = performance.now() + longestMs
  const items: Item[] = []
  let next = cursor ?? null
  let pages = 0
  do {
    const page = await readPage({ limit: most - items.length, cursor: next ?? undefined })
    items.push(...page.items)
    next = page.nextCursor
    pages += 1
  } while (next !== null && items.length < most && pages < mostPages && performance.now() < endsAtMs)
  return {
    items: await show(items),
    nextCursor: next === null ? null : plainWord(next),
    ...(most < limit && next !== null && { more: limit - most }),
    ...(next !== null && items.length < most && { note: notWhole }),
  }
}
