import { listDeals as queryDeals, sumDeals as querySums } from '@signalpost/database/records'
import { dealSchema, dealStages } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const listDeals = defineRoute({
  operationId: 'listDeals',
  method: 'get',
  path: '/console/api/w/{orgId}/pipeline',
  role: 'viewer',
  summary: 'Browse deals, the newest first',
  params: workspaceParams,
  query: z.object({ ...pageQuery, stage: z.enum(dealStages).optional() }),
  success: { status: 200, description: 'A page of deals.', schema: pageOf(dealSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor, ...filters } }) => {
    const scope = { route: 'console deals', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({ items: await queryDeals(database, { orgId, filters, after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
  },
})

/** Bounds what a sum reads, however many deals a stage has. */
const summedAtMost = 1_000

export const sumDeals = defineRoute({
  operationId: 'sumDeals',
  method: 'get',
  path: '/console/api/w/{orgId}/pipeline-sums',
  role: 'viewer',
  summary: 'See the sums of each stage by currency',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: `One row for each stage and currency that has deals: of the newest ${summedAtMost} of the stage.`,
    schema: z.object({
      summedAtMost: z.int(),
      items: z.array(
        z.object({
          stage: z.enum(dealStages),
          currency: z.string().nullable().meta({ description: 'Null for deals without a value.' }),
          deals: z.int(),
          amount: z.string().meta({ description: 'In minor units; a whole number of any size.' }),
        }),
      ),
    }),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => ({
    summedAtMost,
    items: await querySums(database, { orgId, stages: dealStages, limit: summedAtMost }),
  }),
})
