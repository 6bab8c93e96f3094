import type { Database } from '@signalpost/database'
import { listSignals, type SignalFilters } from '@signalpost/database/records'
import { type Instant, idSchema, instantOf, instantSchema, msOf, type Signal } from '@signalpost/domain'
import { type CursorScope, type Cursors, invalidRequest } from '@signalpost/rest'
import { z } from 'zod'

const defaultWindowMs = 30 * 24 * 60 * 60 * 1000
const earliestMs = msOf('0000-01-01T00:00:00.000Z')

/** What continues a list: the window of its first page, and the last signal that was looked at. */
export const signalCursorSchema = z.object({
  window: z.object({ postedAfter: instantSchema, postedBefore: instantSchema.optional() }),
  after: z.object({ relevanceScore: z.int(), postedAt: instantSchema, id: idSchema }),
})
type Cursor = z.infer<typeof signalCursorSchema>

type Asked = {
  /** The list that cursors belong to, and its workspace. */
  scope: CursorScope
  filters: SignalFilters
  cursor?: string | undefined
  limit: number
}

/** As `readSignals`, with sealed cursors. Throws RejectedError `invalid_request` for a cursor of another list. */
export async function listSignalPage(
  { database, cursors, nowMs }: { database: Database; cursors: Cursors; nowMs: () => number },
  { scope, filters, cursor, limit }: Asked,
): Promise<{ items: Signal[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : cursors.open(scope, cursor, signalCursorSchema)
  const asked = { orgId: scope.orgId, filters, after, limit }
  const { items, nextAfter } = await readSignals({ database, nowMs }, asked)
  return { items, nextCursor: nextAfter === undefined ? null : cursors.seal(scope, nextAfter) }
}

/**
 * Returns a page of the signals posted within a window, 30 days by default, by relevanceScore, postedAt and id,
 * descending. A page may have fewer signals than `limit`, or none, and a next one all the same. Throws RejectedError
 * `invalid_request` for a window that ends before it begins.
 */
export async function readSignals(
  { database, nowMs }: { database: Database; nowMs: () => number },
  {
    orgId,
    filters,
    after: from,
    limit,
  }: { orgId: string; filters: SignalFilters; after: Cursor | undefined; limit: number },
): Promise<{ items: Signal[]; nextAfter: Cursor | undefined }> {
  const { window, after }: Partial<Cursor> & Pick<Cursor, 'window'> = from ?? {
    window: resolveWindow(filters, nowMs()),
  }
  const asked = { orgId, filters: { ...filters, ...window }, after, limit: limit + 1 }
  const { signals, isCut, reached } = await listSignals(database, asked)
  const items = signals.slice(0, limit)
  const last = isCut || signals.length > limit ? (items.at(-1) ?? reached) : reached
  if (last === undefined) return { items, nextAfter: undefined }
  const { relevanceScore, postedAt, id } = last
  return { items, nextAfter: { window, after: { relevanceScore, postedAt, id } } }
}

/** Resolved once, for the first page, so that later pages use the same window. */
function resolveWindow(
  { postedAfter, postedBefore }: { postedAfter?: Instant | undefined; postedBefore?: Instant | undefined },
  nowMs: number,
): Cursor['window'] {
  if (postedAfter !== undefined && postedBefore !== undefined && postedAfter > postedBefore) {
    throw invalidRequest([
      { path: 'postedBefore', message: 'expected a moment that is not before postedAfter' },
    ])
  }
  const endMs = postedBefore === undefined ? nowMs : msOf(postedBefore)
  return {
    postedAfter: postedAfter ?? instantOf(Math.max(earliestMs, endMs - defaultWindowMs)),
    postedBefore,
  }
}
