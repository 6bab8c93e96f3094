import { dropWarehouseAct } from '@signalpost/administration/warehouse'
import { getWarehouse } from '@signalpost/database/warehouses'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { describeWarehouse } from './describe-warehouse.ts'

export const warehouseDrop = defineCommand({
  path: 'warehouse drop',
  summary: 'Remove a warehouse. Its tables keep their rows unless --with-tables is given.',
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
    withTables: flag('--with-tables', "also remove the workspace's rows there, and tables left empty"),
    workspace: workspaceOfIdParameter,
  },
  run: async (context, { warehouseId, workspace, withTables }) => {
    const { database, perform, confirm } = context
    const warehouse = await getWarehouse(database, { warehouseId, orgId: workspace })
    const { orgId, name } = warehouse
    const what = `the warehouse ${warehouseId}, ${JSON.stringify(name)}, of ${orgId}`
    await confirm(`Drop ${what}${withTables ? `, and all rows of ${orgId} in it` : ''}?`)
    await perform(dropWarehouseAct, { warehouseId, orgId, withTables })
    return { json: { ...warehouse, dropped: true, withTables }, text: describeWarehouse(warehouse) }
  },
})
