import {
  pauseWarehouseAct,
  resumeWarehouseAct,
  warehouseOperations,
} from '@signalpost/administration/warehouse'
import { commandsOf } from '../../command/commands-of.ts'
import { describeWarehouse } from './describe-warehouse.ts'

export const warehouseSwitches = commandsOf([pauseWarehouseAct, resumeWarehouseAct], {
  text: describeWarehouse,
  by: {},
  among: warehouseOperations,
})
