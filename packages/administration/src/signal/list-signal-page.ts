import type { Database } from '@signalpost/database'
import { listSignals, type SignalFilters } from '@signalpost/database/records'
import { type Instant, idSchema, instantOf, instantSchema, msOf, type Signal } from '@signalpost/domain'
import { type CursorScope, type Cursors, invalidRequest, readPage } from '@signalpost/rest'
import { z } from 'zod'

const defaultWindowMs = 30 * 24 * 60 * 60 * 1000
const earliestMs = msOf('0000-01-01T00:00:00.000Z')

const cursorSchema = z.object({
  window: z.object({ postedAfter: instantSchema, postedBefore: instantSchema.optional() }),
  after: z.object({ relevanceScore: z.int(), postedAt: instantSchema, id: idSchema }),
})
type Cursor = z.infer<typeof cursorSchema>

type Asked = {
  /** The list that cursors belong to, and its workspace. */
  scope: CursorScope
  filters: SignalFilters
  cursor?: string | undefined
  limit: number
}

/**
 * Returns a page of the signals posted within a window, 30 days by default, by relevanceScore, postedAt and id,
 * descending. A page may have fewer signals than `limit`, or none, and a cursor all the same. Throws RejectedError
 * `invalid_request` for a cursor of another list and a window that ends before it begins.
 */
export async function listSignalPage(
  { database, cursors, nowMs }: { database: Database; cursors: Cursors; nowMs: () => number },
  { scope, filters, cursor, limit }: Asked,
): Promise<{ items: Signal[]; nextCursor: string | null }> {
  const { window, after }: Partial<Cursor> & Pick<Cursor, 'window'> =
    cursor === undefined
      ? { window: resolveWindow(filters, nowMs()) }
      : cursors.open(scope, cursor, cursorSchema)
  let reached: Cursor['after'] | undefined
  const sealAfter = ({ relevanceScore, postedAt, id }: Cursor['after']): string =>
    cursors.seal(scope, { window, after: { relevanceScore, postedAt, id } })
  const page = await readPage({
    limit,
    list: async (most) => {
      const asked = { orgId: scope.orgId, filters: { ...filters, ...window }, after, limit: most }
      const { signals, isCut, reached: last } = await listSignals(database, asked)
      reached = last
      return { items: signals, isCut }
    },
    sealAfter,
  })
  return { ...page, nextCursor: page.nextCursor ?? (reached === undefined ? null : sealAfter(reached)) }
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
