import { z } from 'zod'
import type { ConsoleClient, Query } from './console-client.ts'
import { ofAnotherForm, RemoteError } from './remote-error.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
export const itemsSchema = z.array(z.custom<object>(isObject))
const listSchema = z.looseObject({ items: itemsSchema, nextCursor: z.string().nullish() })

/** Reads an answer by a schema of what a command needs of it. Throws RemoteError for one of another shape. */
export function readShape<Read>(schema: z.ZodType<Read>, document: unknown, url: string): Read {
  const read = schema.safeParse(document)
  if (read.success) return read.data
  throw ofAnotherForm(url)
}

/**
 * Reads a list page by page, as far as the caller asks. Throws RemoteError for a page that leads to one
 * that was read: such a list has no end.
 */
export async function* readPages(
  { request, url }: ConsoleClient,
  path: string,
  queryOf: (cursor: string | undefined) => Query,
  first?: string,
) {
  const seen = new Set([first])
  let cursor = first
  for (;;) {
    const page = readShape(listSchema, await request('get', path, { query: queryOf(cursor) }), url)
    yield page
    cursor = page.nextCursor ?? undefined
    if (cursor === undefined) return
    if (seen.has(cursor)) {
      throw new RemoteError(
        `${url} gave the same page of a list twice. A proxy in front of it may keep answers.`,
      )
    }
    seen.add(cursor)
  }
}
