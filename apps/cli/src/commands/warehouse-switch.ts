import { setWarehousePaused } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeWarehouse } from '../warehouse/describe-warehouse.ts'

export const warehousePause = defineSwitch('pause', 'Writes nothing to a warehouse until it is resumed.')
export const warehouseResume = defineSwitch(
  'resume',
  'Syncs a warehouse again, at once, with all that changed meanwhile.',
)

function defineSwitch(verb: 'pause' | 'resume', summary: string) {
  return defineCommand({
    path: `warehouse ${verb}`,
    summary,
    parameters: { warehouseId: required('<id>', 'the warehouse'), workspace: workspaceOfIdParameter },
    run: async ({ database }, { warehouseId, workspace }) => {
      const isPaused = verb === 'pause'
      const warehouse = await setWarehousePaused(database, { warehouseId, orgId: workspace, isPaused })
      return { json: warehouse, text: describeWarehouse(warehouse) }
    },
  })
}
