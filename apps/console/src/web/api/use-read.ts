import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './api-error.ts'
import { type Answer, type CallInput, call, type ReadName } from './call.ts'
import type { Topic } from './topic.ts'

const retryMs = 3_000
/** A one-time link logs in in another tab. */
const loginMs = 2_000
/** Time alone ends, delays and silences things, and no topic tells of it: a page shows that within 30 s. */
const refreshMs = 10_000
/** A whole list may be many pages. */
const wholeMs = 25_000
const wholeAtMost = 5_000

type Options = {
  /** It is read again when one of these moves. */
  topics?: readonly Topic[]
  enabled?: boolean
  /** Reads again after this time while the page is shown; `never` for what stays as it is. */
  everyMs?: number | 'never'
  /** Reads all pages of a list, such as names that others refer to, up to 5,000 items. */
  whole?: boolean
  /** Shows the answer before until the new one is there, such as a list under another filter. */
  keep?: boolean
  /** Reads again also while the tab is hidden. */
  inBackground?: boolean
  /** Asks until someone is logged in. */
  awaitsLogin?: boolean
  /** Whether the page stays when no one is logged in, and asks until someone is. */
  opensToStrangers?: boolean
}

/** Reads an operation, keeps it fresh, and asks again by itself while the server or its store is away. */
export function useRead<Name extends ReadName>(
  name: Name,
  input: CallInput<Name>,
  {
    topics = [],
    enabled = true,
    keep = false,
    whole = false,
    everyMs = whole ? wholeMs : refreshMs,
    inBackground = false,
    opensToStrangers = false,
    awaitsLogin = opensToStrangers,
  }: Options = {},
): UseQueryResult<Answer<Name>, Error> {
  return useQuery({
    queryKey: whole ? [name, input, 'whole'] : [name, input],
    queryFn: ({ signal }) => (whole ? callForWhole(name, input, signal) : call(name, input, { signal })),
    meta: { topics, opensToStrangers },
    enabled,
    refetchIntervalInBackground: inBackground,
    ...(keep && { placeholderData: withoutCursor }),
    refetchInterval: ({ state: { error } }) => {
      if (error instanceof ApiError && error.isPassing) return retryMs
      if (awaitsLogin && isUnauthorized(error)) return loginMs
      return everyMs === 'never' || error instanceof ApiError ? false : everyMs
    },
  })
}

/** What is kept until an answer comes may be of other filters, which its cursor belongs to. */
function withoutCursor<Kept>(kept: Kept | undefined): Kept | undefined {
  return kept !== null && typeof kept === 'object' && 'nextCursor' in kept
    ? { ...kept, nextCursor: null }
    : kept
}

async function callForWhole<Name extends ReadName>(
  name: Name,
  input: CallInput<Name>,
  signal: AbortSignal,
): Promise<Answer<Name>> {
  type Page = { items: readonly unknown[]; nextCursor: string | null }
  const read = async (cursor?: string): Promise<Page> => {
    // The casts: only lists are asked for as a whole, and each takes a cursor.
    const query = { ...input.query, cursor } as CallInput<Name>['query']
    return (await call(name, { ...input, query } as CallInput<Name>, { signal })) as unknown as Page
  }
  let page = await read()
  const items = [...page.items]
  while (page.nextCursor !== null && items.length < wholeAtMost) {
    page = await read(page.nextCursor)
    items.push(...page.items)
  }
  return { ...page, items } as unknown as Answer<Name>
}

/** Reads ahead what a page is about to show. */
export function readAhead<Name extends ReadName>(
  client: QueryClient,
  name: Name,
  input: CallInput<Name>,
): Promise<void> {
  return client.prefetchQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}
