import {
  listWarehousesRead,
  pauseWarehouseAct,
  resumeWarehouseAct,
  warehouseOperations,
} from '@signalpost/administration/warehouse'
import { commandsOf } from '../../command/commands-of.ts'
import { describeWarehouse } from './describe-warehouse.ts'

export const warehouseCommands = commandsOf([listWarehousesRead, pauseWarehouseAct, resumeWarehouseAct], {
  among: warehouseOperations,
  text: describeWarehouse,
  by: {
    'warehouse.list': {
      columns: {
        WAREHOUSE: ({ warehouseId }) => warehouseId,
        KIND: ({ kind }) => kind,
        NAME: ({ name }) => name,
        STATE: ({ state }) => state,
        LOCATION: ({ location }) => location,
        REASON: ({ reason }) => reason,
      },
    },
  },
})
