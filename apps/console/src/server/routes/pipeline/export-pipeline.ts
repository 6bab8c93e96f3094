import { exportDeals } from '@signalpost/database/records'
import { dealStages } from '@signalpost/domain'
import { booleanValue, openInTurn } from '@signalpost/rest'
import { z } from 'zod'
import { defineStreamRoute } from '../../face/define-routes.ts'

export const exportPipeline = defineStreamRoute({
  operationId: 'exportPipeline',
  method: 'get',
  path: '/console/api/w/{orgId}/pipeline.csv',
  role: 'viewer',
  summary: 'Download deals as CSV, the newest first',
  query: z.object({
    stage: z.enum(dealStages).optional().meta({ description: 'Only deals of this stage.' }),
    open: booleanValue
      .optional()
      .meta({ description: '`true` excludes the stages `won` and `lost`, `false` all others.' }),
  }),
  success: {
    status: 200,
    description: 'The format of `/v1/exports/pipeline.csv`. One export at a time: one too many is a 503.',
    contentType: 'text/csv',
    headers: { 'content-disposition': 'attachment; filename="pipeline.csv"' },
  },
  errors: [],
  handle: ({ works, exportTurns }, { params: { orgId }, query }) =>
    openInTurn(exportTurns, 'pipeline', () => exportDeals(works.pool, { orgId, ...query })),
})
