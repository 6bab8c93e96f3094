import { type BackfillJobResult, backfillWarehouseAct } from '@signalpost/administration/warehouse'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { detachParameter } from '../job/finish-job.ts'
import { runWarehouseJob } from './run-warehouse-job.ts'

export const warehouseBackfill = defineCommand({
  path: 'warehouse backfill',
  summary: backfillWarehouseAct.summary,
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
    workspace: workspaceOfIdParameter,
    detach: detachParameter,
  },
  run: (context, input) =>
    runWarehouseJob(context, input, {
      act: backfillWarehouseAct,
      title: 'Sending',
      show: ({ warehouseId, rows, rejected }: BackfillJobResult) => ({
        json: { warehouseId, rows, rejected },
        text: record({ ...rows, 'rows refused': rejected }),
      }),
    }),
})
