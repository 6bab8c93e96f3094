import type { AskedPage, ReadPage } from '../command/read-local-page.ts'
import { isOffered, placeOf } from './call-operation.ts'
import type { ConsoleClient, Query } from './console-client.ts'
import { readPages } from './read-list.ts'
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
  const queryOf = (next: string | undefined): Query => ({
    ...(rest as Query), // the cast: filters are texts, numbers and booleans
    limit: Math.min(limit - items.length, mostItems),
    cursor: next,
  })
  const last: Omit<ReadPage, 'items'> = { nextCursor: undefined, beside: {} }
  for await (const page of readPages(client, `/w/${orgId}${path}`, queryOf, cursor)) {
    const { items: found, nextCursor, ...beside } = page
    items.push(...found)
    Object.assign(last, { nextCursor: nextCursor ?? undefined, beside })
    if (items.length >= limit) break
  }
  return { items, ...last }
}
