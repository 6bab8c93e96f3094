import { pauseWarehouseAct, resumeWarehouseAct } from '@signalpost/administration/warehouse'
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
  summary: 'Stop writing to a warehouse until it is resumed.',
  act: pauseWarehouseAct,
})

export const warehouseResume = defineSwitch({
  ...warehouse,
  verb: 'resume',
  summary: 'Resume syncing a warehouse at once, with all changes since it was paused.',
  act: resumeWarehouseAct,
})
