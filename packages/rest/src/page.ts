import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'

/** The answer of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** The content of a cursor of a list of the newest first. */
export const createdCursorSchema = z.object({ after: z.object({ createdAt: instantSchema, id: idSchema }) })

/**
 * Reads one page of a list. `list` gets a limit that is one above the page's: a surplus item means that there is a next
 * page, whose cursor `sealAfter` makes from the last item of this one. A list that ends early for its size says `isCut`.
 */
export async function readPage<Item>({
  limit,
  list,
  sealAfter,
}: {
  limit: number
  list: (limit: number) => Promise<{ items: Item[]; isCut?: boolean }>
  sealAfter: (last: Item) => string
}): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { items: found, isCut = false } = await list(limit + 1)
  const items = found.slice(0, limit)
  const last = isCut || found.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : sealAfter(last) }
}
