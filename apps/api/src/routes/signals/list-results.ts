import { listSignalPage, signalQuery } from '@signalpost/administration/signal'
import { exampleSignal, signalSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listResults = defineRoute({
  operationId: 'listResults',
  method: 'get',
  path: '/v1/results',
  scope: 'signals:read',
  summary: 'Browse signals',
  description:
    'Lists signals posted within a window, by relevanceScore, postedAt and id, all descending. All filters must match. A page ends early when its signals exceed 8 MiB, and after 5,000 signals were looked at for `assignedTo`, `read`, `alerted` or `verdict`.',
  query: z.object({ ...pageQuery, ...signalQuery }),
  success: {
    status: 200,
    description: 'A page of signals. `nextCursor` is null on the last one.',
    schema: pageOf(signalSchema),
    example: { items: [exampleSignal], nextCursor: null },
  },
  errors: [],
  handle: (services, { caller: { orgId }, query: { limit, cursor, ...filters } }) =>
    listSignalPage(services, {
      scope: { route: 'listResults', orgId, filters },
      filters,
      cursor,
      limit,
    }),
})
