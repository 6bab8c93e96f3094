import { syncWarehouse } from '@signalpost/sync'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { record } from '../terminal/table.ts'
import { showingProgress, syncDependenciesOf } from '../warehouse/sync-options.ts'

export const warehouseSync = defineCommand({
  path: 'warehouse sync',
  summary: 'Brings a warehouse up to what is stored now, also before it is due.',
  parameters: { warehouseId: required('<id>', 'the warehouse'), workspace: workspaceOfIdParameter },
  run: async (context, { warehouseId, workspace }) => {
    const dependencies = syncDependenciesOf(context)
    const report = await showingProgress(context.terminal, (options) =>
      syncWarehouse(dependencies, { warehouseId, orgId: workspace }, options),
    )
    if (report.rejected > 0) {
      context.terminal.note(
        `${report.rejected} rows were refused and set aside: see ./signalpost warehouse status ${warehouseId}`,
      )
    }
    const { rows, rejected, lagRows, seconds } = report
    return {
      json: { rows, rejected, lagRows, seconds },
      text: record({ ...rows, 'rows behind': lagRows, seconds }),
    }
  },
})
