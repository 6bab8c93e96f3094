import { backfillWarehouse } from '@signalpost/sync'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { showingProgress, syncDependenciesOf } from './sync-options.ts'

export const warehouseBackfill = defineCommand({
  path: 'warehouse backfill',
  summary: 'Sends every row again, over what stands there; goes on by itself where it was interrupted.',
  parameters: { warehouseId: required('<id>', 'the warehouse'), workspace: workspaceOfIdParameter },
  run: async (context, { warehouseId, workspace }) => {
    const dependencies = syncDependenciesOf(context)
    const { rows, rejected } = await showingProgress(context.terminal, (options) =>
      backfillWarehouse(dependencies, { warehouseId, orgId: workspace }, options),
    )
    return { json: { warehouseId, rows, rejected }, text: record({ ...rows, 'rows refused': rejected }) }
  },
})
