import { pauseWarehouseAct, resumeWarehouseAct } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeWarehouse } from './describe-warehouse.ts'

export const warehousePause = defineSwitch({
  verb: 'pause',
  summary: 'Write nothing to a warehouse until it is resumed.',
  act: pauseWarehouseAct,
})

export const warehouseResume = defineSwitch({
  verb: 'resume',
  summary: 'Sync a warehouse again, at once, with all that changed meanwhile.',
  act: resumeWarehouseAct,
})

type Switch = { verb: string; summary: string; act: typeof pauseWarehouseAct }

function defineSwitch({ verb, summary, act }: Switch) {
  return defineCommand({
    path: `warehouse ${verb}`,
    summary,
    parameters: { warehouseId: required('<id>', 'the warehouse'), workspace: workspaceOfIdParameter },
    run: async ({ perform }, { warehouseId, workspace }) => {
      const warehouse = await perform(act, { warehouseId, orgId: workspace })
      return { json: warehouse, text: describeWarehouse(warehouse) }
    },
  })
}
