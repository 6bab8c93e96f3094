import { exportDeals } from '@signalpost/database/records'
import { dealStages } from '@signalpost/domain'
import { booleanValue, openInTurn } from '@signalpost/rest'
import { z } from 'zod'
import { defineStreamRoute } from '../../face/define-routes.ts'

const exampleCsv = [
  'id,name,accountKey,signalId,stage,value,currency,ownerId,createdAt,updatedAt',
  'deal_01jc8z,"Example, five seats",d:example.com,sig_8d1f,qualified,125000,EUR,usr_ada,2026-11-20T09:30:00.000Z,2026-11-20T11:00:00.000Z',
  '',
].join('\r\n')

export const exportPipeline = defineStreamRoute({
  operationId: 'exportPipeline',
  method: 'get',
  path: '/v1/exports/pipeline.csv',
  scope: 'export:read',
  summary: 'Export deals as CSV',
  description:
    "Exports the deals by createdAt and id, descending, from one snapshot, as CSV (RFC 4180, with a header). `value` is in minor units; null is empty. Text that a spreadsheet would read as a formula (it begins with `=`, `+`, `-`, `@`, a tab or CR) gets a leading `'`. A workspace runs one export at a time, and the service only a few: one too many is a 503. The connection breaks off when something fails on the way, when the reader takes less than 64 KiB a second over 10 seconds, or after 10 minutes.",
  query: z.object({
    stage: z.enum(dealStages).optional().meta({ description: 'Only deals of this stage.' }),
    openOnly: booleanValue
      .optional()
      .meta({ description: '`true` excludes the stages `won` and `lost`; `false` is the default.' }),
  }),
  success: {
    status: 200,
    description: 'The deals, one per line.',
    contentType: 'text/csv',
    headers: { 'content-disposition': 'attachment; filename="pipeline.csv"' },
    example: exampleCsv,
  },
  errors: [],
  handle: ({ exportPool, exportTurns }, { caller: { orgId }, query: { stage, openOnly = false } }) =>
    openInTurn(exportTurns, orgId, () =>
      exportDeals(exportPool, { orgId, stage, ...(openOnly && { open: true }) }),
    ),
})
