import { dropWarehouseAct, getWarehouseRead } from '@signalpost/administration/warehouse'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { describeWarehouse } from './describe-warehouse.ts'

export const warehouseDrop = defineCommand({
  path: 'warehouse drop',
  summary: `${dropWarehouseAct.summary} Its tables keep their rows unless --with-tables is given.`,
  access: dropWarehouseAct,
  parameters: {
    warehouseId: required('<id>', 'the warehouse', idSchema),
    withTables: flag('--with-tables', "also remove the workspace's rows there, and tables left empty"),
    workspace: workspaceOfIdParameter,
  },
  run: async ({ call, confirm }, { warehouseId, workspace, withTables }) => {
    const { orgId, name } = await call(getWarehouseRead, { warehouseId, orgId: workspace })
    const what = `the warehouse ${warehouseId}, ${JSON.stringify(name)}, of ${orgId}`
    await confirm(`Drop ${what}${withTables ? `, and all rows of ${orgId} in it` : ''}?`)
    const { withTables: areGone, ...warehouse } = await call(dropWarehouseAct, {
      ...{ warehouseId, orgId, name, withTables },
    })
    return {
      json: { ...warehouse, dropped: true, withTables: areGone },
      text: describeWarehouse(warehouse),
    }
  },
})
