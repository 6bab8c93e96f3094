import { type FoundItem, foldCase, hourMs, minuteMs } from '@signalpost/domain'
import { z } from 'zod'
import type { PlatformSearch } from '../../define-platform.ts'
import { collectItems } from '../../reading/collect-items.ts'
import { readQuery, reasonAgainst } from '../../reading/match-query.ts'
import { broken, readAnswer } from '../../reading/read-answer.ts'
import { oneLine } from '../../reading/read-text.ts'
import type { DroppedItem, Json, PlatformRequest } from '../../search.ts'

const longestName = 100

const stateSchema = z.object({
  query: z.string(),
  board: z.string(),
  sinceMs: z.number(),
  /** How many postings were asked for before, where a board is read in pages. */
  skip: z.int().min(0),
})
type State = z.infer<typeof stateSchema>

const cursorSchema = z.object({ etag: z.string().max(500) })

/** What a posting's reader knows about the search. */
export type BoardContext = { board: string; query: string; receivedAtMs: number }

type BoardSearch = {
  /** The word before the colon in `--board`. */
  platform: string
  /** A part that may come before the name: `eu/`. */
  region?: string
  /** Returns the address of the postings from `skip` on. */
  urlOf: (board: string, skip: number) => string
  /** Returns the postings of an answer; undefined if it has none. */
  postingsOf: (json: unknown) => readonly unknown[] | undefined
  read: (posting: unknown, context: BoardContext) => FoundItem | DroppedItem
  /** Where a board comes in pages: their length, and how far the next begins before the end of this one. */
  pages?: { length: number; overlap: number }
  findBoard: (url: URL) => string | undefined
}

/**
 * Searches a board that lists its postings and has no search: each run reads the whole board, unless it did not change,
 * and matches the query here. Pages overlap, so a posting that moves while they are read is not missed.
 */
export function searchBoard(definition: BoardSearch): PlatformSearch {
  const { platform, region = '', pages, urlOf } = definition
  const isBoard = (board: string): boolean =>
    isBoardName(region !== '' && board.startsWith(region) ? board.slice(region.length) : board)

  const requestOf = (state: State, etag?: string): PlatformRequest => ({
    method: 'GET',
    url: urlOf(state.board, state.skip),
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    unit: 'request',
    cost: 1,
    state,
  })

  return {
    needsBoard: true,
    findBoard: (url) => {
      const board = definition.findBoard(url)
      return board !== undefined && isBoard(board) ? board : undefined
    },
    // The boards publish no limit: gentle enough for any.
    budget: [{ unit: 'request', most: 600, windowMs: 1 * hourMs }],
    leastIntervalMs: 15 * minuteMs,
    retention: null,
    start: ({ query, board, sinceMs, cursor }) => {
      if (board === null) return { refusal: `needs a board: --board ${platform}:NAME` }
      const name = boardNameOf(board)
      if (!isBoard(name)) {
        const expected = `a name of 1 to ${longestName} characters without control characters`
        return {
          refusal: `expected the name of a board as its address has it, ${expected}: --board ${platform}:NAME`,
        }
      }
      const known = cursorSchema.safeParse(cursor)
      return requestOf({ query, board: name, sinceMs, skip: 0 }, known.success ? known.data.etag : undefined)
    },
    read: (answer, request) => {
      const parsed = stateSchema.safeParse(request.state)
      if (!parsed.success) return broken('The request has no state of a search.')
      const state = parsed.data
      if (answer.status === 304) {
        return { items: [], dropped: [], next: null, cursor: cursorOf(request.headers['if-none-match']) }
      }
      const read = readAnswer(answer, { gone: 'The board does not exist.' })
      if ('fault' in read) return read
      const postings = definition.postingsOf(read.json)
      if (postings === undefined) return broken('The answer has no list of postings.')
      const terms = readQuery(state.query)
      const context = { board: state.board, query: state.query, receivedAtMs: answer.receivedAtMs }
      const found = collectItems(postings, state, (posting) => {
        const item = definition.read(posting, context)
        if ('reason' in item) return item
        const reason = reasonAgainst(`${item.title}\n${item.text}`, terms)
        return reason === undefined ? item : { key: item.key, reason }
      })
      if (pages !== undefined && postings.length >= pages.length) {
        const next = requestOf({ ...state, skip: state.skip + pages.length - pages.overlap })
        return { ...found, next, cursor: null }
      }
      return { ...found, next: null, cursor: pages === undefined ? cursorOf(answer.headers.etag) : null }
    },
    authorize: () => ({}),
  }
}

/** Names the employer as its board is named, unless the posting names it. */
export function employerOf(name: string): Pick<FoundItem, 'accountKey' | 'subjectName'> {
  const employer = oneLine(name)
  return employer === '' ? {} : { subjectName: employer, accountKey: `n:${foldCase(employer)}` }
}

/** Returns the name of a board, which may be written as its address has it: `%20` and a space are one. */
export function boardNameOf(board: string): string {
  return decodeName(board.trim())
}

/** Two dots lead elsewhere in any address, however they are written. */
function isBoardName(name: string): boolean {
  const length = Array.from(name).length
  return length >= 1 && length <= longestName && name.isWellFormed() && !/^\.{1,2}$|\p{Cc}/u.test(name)
}

/** Returns the name of a board as keys have it: in lower case, and escaped as in an address. */
export function keyPartOf(board: string): string {
  return encodeURIComponent(board.toLowerCase())
}

/** Returns the first part of a path: the board, where the host is one of `hosts`. */
export function boardOnHosts(url: URL, hosts: readonly string[]): string | undefined {
  if (!hosts.includes(url.hostname)) return undefined
  const [, name = ''] = url.pathname.split('/')
  return name === '' ? undefined : decodeName(name)
}

/** A name that has a per cent sign of its own stays as it is. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function cursorOf(etag: string | undefined): Json {
  return etag === undefined || etag.length > 500 ? null : { etag }
}
