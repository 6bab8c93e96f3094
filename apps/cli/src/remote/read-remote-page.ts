import type { AskedPage, ReadPage } from '../command/read-local-page.ts'
import { isOffered, placeOf } from './call-operation.ts'
import type { ConsoleClient, Query } from './console-client.ts'
import { localOnly } from './remote-error.ts'

/** The most items that a console gives at once. */
const mostItems = 100

/** Reads as many items of a list at a console as are asked for. */
export async function readRemotePage(
  client: ConsoleClient,
  list: object,
  { input, orgId, limit, cursor }: AskedPage & { input: Record<string, unknown>; orgId: string },
): Promise<ReadPage> {
  if (!isOffered(list)) throw localOnly('This command')
  const { path, rest } = placeOf(list, input)
  const items: unknown[] = []
  let nextCursor = cursor
  let beside: object
  do {
    const query = { ...(rest as Query), limit: Math.min(limit - items.length, mostItems), cursor: nextCursor } // the cast: filters are texts, numbers and booleans
    const page = await client.request('get', `/w/${orgId}${path}`, { query })
    const { items: found, nextCursor: next, ...others } = page as Page // the cast: lists are answered so
    items.push(...found)
    nextCursor = next ?? undefined
    beside = others
  } while (nextCursor !== undefined && items.length < limit)
  return { items, nextCursor, beside }
}

type Page = { items: unknown[]; nextCursor: string | null }
