import { listSignals } from '@signalpost/database/records'
import {
  accountKeySchema,
  classifications,
  exampleSignal,
  type Instant,
  idSchema,
  instantOf,
  instantSchema,
  msOf,
  platforms,
  signalCategories,
  signalSchema,
  urgencies,
} from '@signalpost/domain'
import { invalidRequest, numberValue, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { registerQuery } from '../http/register-query.ts'

const defaultWindowMs = 30 * 24 * 60 * 60 * 1000
const earliestMs = msOf('0000-01-01T00:00:00.000Z')

const filters = {
  postedAfter: instantSchema.optional().meta({
    description:
      'The earliest postedAt, inclusive. Defaults to 30 days before `postedBefore`, or before now.',
  }),
  postedBefore: instantSchema.optional().meta({ description: 'The end of postedAt, exclusive.' }),
  listenerId: idSchema.optional().meta({ description: 'The listener that found it.', example: 'lsn_crm' }),
  source: z.enum(platforms).optional(),
  classification: z.enum(classifications).optional(),
  signalCategory: z.enum(signalCategories).optional(),
  urgency: z.enum(urgencies).optional(),
  accountKey: accountKeySchema.optional(),
  scoreVersion: numberValue({ min: 1, max: 3 })
    .optional()
    .meta({ description: 'The rubric of relevanceScore; an absent one is 1.' }),
  minScore: numberValue({ min: 0, max: 100 }).optional().meta({ description: 'The least relevanceScore.' }),
  ...registerQuery,
}

const cursorSchema = z.object({
  window: z.object({ postedAfter: instantSchema, postedBefore: instantSchema.optional() }),
  after: z.object({ relevanceScore: z.int(), postedAt: instantSchema, id: idSchema }),
})
type Cursor = z.infer<typeof cursorSchema>

export const listResults = defineRoute({
  operationId: 'listResults',
  method: 'get',
  path: '/v1/results',
  scope: 'signals:read',
  summary: 'Browse signals',
  description:
    'Lists signals posted within a window, by relevanceScore, postedAt and id, all descending. All filters must match. A page ends early when its signals exceed 8 MiB.',
  params: z.object({}),
  query: z.object({ ...pageQuery, ...filters }),
  success: {
    status: 200,
    description: 'A page of signals. `nextCursor` is null on the last one.',
    schema: pageOf(signalSchema),
    example: { items: [exampleSignal], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors, nowMs }, { caller, query }) => {
    const { limit, cursor, ...filters } = query
    const { orgId } = caller
    const scope = { route: 'listResults', orgId, filters }
    const { window, after }: Partial<Cursor> & Pick<Cursor, 'window'> =
      cursor === undefined
        ? { window: resolveWindow(filters, nowMs()) }
        : cursors.open(scope, cursor, cursorSchema)
    return readPage({
      limit,
      list: async (most) => {
        const asked = { orgId, filters: { ...filters, ...window }, after, limit: most }
        const { signals, isCut } = await listSignals(database, asked)
        return { items: signals, isCut }
      },
      sealAfter: ({ relevanceScore, postedAt, id }) =>
        cursors.seal(scope, { window, after: { relevanceScore, postedAt, id } }),
    })
  },
})

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
