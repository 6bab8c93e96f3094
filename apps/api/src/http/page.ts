import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'

/** What lists answer. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** The content of a cursor of a list of the newest first. */
export const createdCursorSchema = z.object({ after: z.object({ createdAt: instantSchema, id: idSchema }) })

/**
 * One page of a list. `list` is asked for one item more than the page has: its being there tells that there is a next
 * page, which `sealAfter` names by the last item of this one. A list that ends early for its size says `isCut`.
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
