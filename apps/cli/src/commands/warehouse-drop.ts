import { deleteWarehouse, getWarehouse } from '@signalpost/database'
import { dropWarehouseWithTables } from '@signalpost/sync'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { flag, required } from '../parameters/parameter.ts'
import { describeWarehouse } from '../warehouse/describe-warehouse.ts'
import { showingProgress, syncDependenciesOf } from '../warehouse/sync-options.ts'

export const warehouseDrop = defineCommand({
  path: 'warehouse drop',
  summary: 'Forgets a warehouse; what it holds stays there, unless it is told otherwise.',
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
    withTables: flag(
      '--with-tables',
      "removes the workspace's rows there, and the tables that are empty then",
    ),
    workspace: workspaceOfIdParameter,
  },
  run: async (context, { warehouseId, workspace, withTables }) => {
    const { database, terminal, confirm } = context
    const warehouse = await getWarehouse(database, { warehouseId, orgId: workspace })
    const { orgId, name } = warehouse
    const what = `the warehouse ${warehouseId}, ${JSON.stringify(name)}, of ${orgId}`
    await confirm(`Drop ${what}${withTables ? `, and all that it holds of ${orgId}` : ''}?`)
    if (withTables) {
      await showingProgress(terminal, ({ onWait }) =>
        dropWarehouseWithTables(syncDependenciesOf(context), { warehouseId, orgId }, { onWait }),
      )
    } else {
      await deleteWarehouse(database, { warehouseId, orgId })
    }
    return { json: { ...warehouse, dropped: true, withTables }, text: describeWarehouse(warehouse) }
  },
})
