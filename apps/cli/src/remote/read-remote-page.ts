import { revive } from './call-operation.ts'
import type { ConsoleClient, Query } from './console-client.ts'

/** The most items that a console gives at once. */
const mostItems = 100

type Asked = { query?: Query; limit: number; cursor?: string | undefined }

/** Reads as many items of a list at a console as are asked for, with moments as dates. */
export async function readRemotePage<Item>(
  client: ConsoleClient,
  path: string,
  { query, limit, cursor }: Asked,
): Promise<{ items: Item[]; nextCursor: string | undefined }> {
  const items: Item[] = []
  let nextCursor = cursor
  do {
    const asked = { ...query, limit: Math.min(limit - items.length, mostItems), cursor: nextCursor }
    // The cast: lists are answered so.
    const page = revive(await client.request('get', path, { query: asked })) as Page<Item>
    items.push(...page.items)
    nextCursor = page.nextCursor ?? undefined
  } while (nextCursor !== undefined && items.length < limit)
  return { items, nextCursor }
}

type Page<Item> = { items: Item[]; nextCursor: string | null }
