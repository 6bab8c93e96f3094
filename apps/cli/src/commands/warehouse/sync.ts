import { syncWarehouse } from '@signalpost/sync'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { showingProgress, syncDependenciesOf } from './sync-options.ts'

export const warehouseSync = defineCommand({
  path: 'warehouse sync',
  summary: 'Sync a warehouse now, and retry every row that it refused.',
  parameters: { warehouseId: required('<id>', 'the warehouse'), workspace: workspaceOfIdParameter },
  run: async (context, { warehouseId, workspace }) => {
    const dependencies = syncDependenciesOf(context)
    const report = await showingProgress(context.terminal, (options) =>
      syncWarehouse(dependencies, { warehouseId, orgId: workspace }, options),
    )
    if (report.rejected > 0) {
      context.terminal.note(
        `The warehouse refused ${report.rejected} rows: see ./signalpost warehouse status ${warehouseId}`,
      )
    }
    const { rows, rejected, recovered, lagRows, seconds } = report
    return {
      json: { rows, rejected, recovered, lagRows, seconds },
      text: record({ ...rows, 'rows behind': lagRows, seconds }),
    }
  },
})
