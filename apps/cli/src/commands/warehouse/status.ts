import { getWarehouseRead, listRejectsRead, listWarehousesRead } from '@signalpost/administration/warehouse'
import { idSchema } from '@signalpost/domain'
import type { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { table, tableOf } from '../../terminal/table.ts'

const rejectsShown = 20
/** Of the JSON; `rejectedRows` counts them all. */
const mostRejects = 1_000

type Warehouse = z.output<typeof listWarehousesRead.output.schema>

const columns = {
  WAREHOUSE: ({ warehouseId }: Warehouse) => warehouseId,
  KIND: ({ kind }: Warehouse) => kind,
  NAME: ({ name }: Warehouse) => name,
  STATE: ({ state }: Warehouse) => state,
  'ROWS BEHIND': ({ lagRows }: Warehouse) => lagRows,
  SECONDS: ({ lagSeconds }: Warehouse) => lagSeconds,
  SYNCED: ({ lastSyncAt }: Warehouse) => lastSyncAt,
  REFUSED: ({ rejectedRows }: Warehouse) => rejectedRows,
  DIFFERING: ({ differingRows }: Warehouse) => differingRows,
  REASON: ({ reason }: Warehouse) => reason,
}

export const warehouseStatus = defineCommand({
  path: 'warehouse status',
  access: listWarehousesRead,
  summary: 'Show the state of each warehouse, or of one warehouse with the rows it refused.',
  parameters: { warehouseId: optional('[id]', 'the warehouse', idSchema), workspace: workspaceParameter },
  run: async ({ call, getWorkspace, readPage }, { warehouseId, workspace }) => {
    if (warehouseId === undefined) {
      const { orgId } = await getWorkspace(workspace)
      const items = await call(listWarehousesRead, { orgId })
      return { json: { items }, text: tableOf(columns, items) }
    }
    const {
      lastComparison: _shown,
      jobs: _open,
      costHint: _hint,
      ...warehouse
    } = await call(getWarehouseRead, { warehouseId, orgId: workspace })
    const of = { orgId: warehouse.orgId, warehouseId }
    const page = await readPage(listRejectsRead, of, { limit: mostRejects, cursor: undefined })
    const rejects = page.items as z.output<typeof listRejectsRead.output.schema>[] // the cast: its schema
    const refused = rejects.slice(0, rejectsShown).map((one) => [one.table, one.key, one.reason])
    return {
      json: { items: [{ ...warehouse, rejects }] },
      text: [
        tableOf(columns, [warehouse]),
        ...(refused.length > 0 ? ['', table(['TABLE', 'REFUSED', 'REASON'], refused)] : []),
      ].join('\n'),
    }
  },
})
