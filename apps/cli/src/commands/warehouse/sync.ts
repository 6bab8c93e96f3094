import { type SyncJobResult, syncWarehouseAct } from '@signalpost/administration/warehouse'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { detachParameter } from '../job/finish-job.ts'
import { runWarehouseJob } from './run-warehouse-job.ts'

export const warehouseSync = defineCommand({
  path: 'warehouse sync',
  summary: syncWarehouseAct.summary,
  access: syncWarehouseAct,
  parameters: {
    warehouseId: required('<id>', 'the warehouse', idSchema),
    workspace: workspaceOfIdParameter,
    detach: detachParameter,
  },
  run: (context, input) =>
    runWarehouseJob(context, input, {
      act: syncWarehouseAct,
      title: 'Syncing',
      show: ({ rows, rejected, recovered, lagRows, seconds }: SyncJobResult) => {
        if (rejected > 0) {
          const command = `./signalpost warehouse status ${input.warehouseId}`
          context.terminal.note(`The warehouse refused ${rejected} rows: see ${command}`)
        }
        return {
          json: { rows, rejected, recovered, lagRows, seconds },
          text: record({ ...rows, 'rows behind': lagRows, seconds }),
        }
      },
    }),
})
