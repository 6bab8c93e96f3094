import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { CursorScope, Cursors } from './cursors.ts'

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
  const page = takePage(found, limit)
  const last = isCut ? page.items.at(-1) : page.last
  return { items: page.items, nextCursor: last === undefined ? null : sealAfter(last) }
}

/**
 * Returns the page of what was found with a limit that is one above its own, and the last item of it after which there is
 * a next page, if there is one.
 */
export function takePage<Item>(
  found: readonly Item[],
  limit: number,
): { items: Item[]; last: Item | undefined } {
  const items = found.slice(0, limit)
  return { items, last: found.length > limit ? items.at(-1) : undefined }
}

const shortCursorSchema = z.object({ after: z.string(), index: z.int() })

/**
 * Cuts the page that a request asks for out of a list that was read whole, as `shortPageQuery` describes. After an item that
 * is gone meanwhile, the page begins where it was.
 */
export function cutPage<Item>(
  items: readonly Item[],
  {
    query: { limit, cursor },
    idOf,
    cursors,
    scope,
  }: {
    query: { limit?: number | undefined; cursor?: string | undefined }
    idOf: (item: Item) => string
    cursors: Cursors
    scope: CursorScope
  },
): { items: Item[]; nextCursor: string | null } {
  const from = cursor === undefined ? undefined : cursors.open(scope, cursor, shortCursorSchema)
  const found = items.findIndex((item) => idOf(item) === from?.after)
  const begin = from === undefined ? 0 : found === -1 ? from.index : found + 1
  const page = items.slice(begin, limit === undefined ? undefined : begin + limit)
  const last = begin + page.length < items.length ? page.at(-1) : undefined
  const sealed = last && cursors.seal(scope, { after: idOf(last), index: begin + page.length - 1 })
  return { items: page, nextCursor: sealed ?? null }
}
