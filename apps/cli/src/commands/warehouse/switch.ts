import { pauseWarehouseAct, resumeWarehouseAct } from '@signalpost/administration'
import { defineSwitch } from '../../command/define-switch.ts'
import { describeWarehouse } from './describe-warehouse.ts'

const warehouse = {
  noun: 'warehouse',
  inputOf: ({ id, orgId }: { id: string; orgId: string | undefined }) => ({ warehouseId: id, orgId }),
  describe: describeWarehouse,
}

export const warehousePause = defineSwitch({
  ...warehouse,
  verb: 'pause',
  summary: 'Write nothing to a warehouse until it is resumed.',
  act: pauseWarehouseAct,
})

export const warehouseResume = defineSwitch({
  ...warehouse,
  verb: 'resume',
  summary: 'Sync a warehouse again, at once, with all that changed meanwhile.',
  act: resumeWarehouseAct,
})
