import { getWarehouse, listRejects, listWarehouses } from '@signalpost/database/warehouses'
import { listWarehouseStates } from '@signalpost/sync'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { readPages, revive } from '../../remote/call-operation.ts'
import { table } from '../../terminal/table.ts'

const rejectsShown = 20
/** Of the JSON; `rejectedRows` counts them all. */
const mostRejects = 1_000

export const warehouseStatus = defineCommand({
  path: 'warehouse status',
  summary: 'Show the state of each warehouse, or of one warehouse with the rows it refused.',
  parameters: { warehouseId: optional('[id]', 'the warehouse'), workspace: workspaceParameter },
  run: async ({ database }, { warehouseId, workspace }) => {
    const { orgId } =
      warehouseId === undefined
        ? await getWorkspace(database, workspace)
        : await getWarehouse(database, { warehouseId, orgId: workspace })
    const items = await listWarehouseStates(database, { orgId, warehouseId })
    const { items: rejects } =
      warehouseId === undefined
        ? { items: [] }
        : await listRejects(database, { orgId, warehouseId }, { limit: mostRejects })
    const rows = items.map((item) => [
      item.warehouseId,
      item.kind,
      item.name,
      item.state,
      item.lagRows,
      item.lagSeconds,
      item.lastSyncAt,
      item.rejectedRows,
      item.differingRows,
      item.reason,
    ])
    const head = [
      'WAREHOUSE',
      'KIND',
      'NAME',
      'STATE',
      'ROWS BEHIND',
      'SECONDS',
      'SYNCED',
      'REFUSED',
      'DIFFERING',
    ]
    const refused = rejects.slice(0, rejectsShown).map((one) => [one.table, one.key, one.reason])
    return {
      json: { items: warehouseId === undefined ? items : items.map((item) => ({ ...item, rejects })) },
      text: [
        table([...head, 'REASON'], rows),
        ...(refused.length > 0 ? ['', table(['TABLE', 'REFUSED', 'REASON'], refused)] : []),
      ].join('\n'),
    }
  },
})

export const warehouseList = defineCommand({
  path: 'warehouse list',
  summary: "List a workspace's warehouses and their locations.",
  parameters: { workspace: workspaceParameter },
  run: async (context, { workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const items =
      context.remote === undefined
        ? await listHere(context, orgId)
        : (revive(await readPages(context.remote, `/w/${orgId}/warehouses`)) as ListedWarehouse[]) // the cast: the console answers so
    const rows = items.map((item) => [
      item.warehouseId,
      item.kind,
      item.name,
      item.state,
      item.location,
      item.reason,
    ])
    return {
      json: { items },
      text: table(['WAREHOUSE', 'KIND', 'NAME', 'STATE', 'LOCATION', 'REASON'], rows),
    }
  },
})

type ListedWarehouse = Awaited<ReturnType<typeof listHere>>[number]

async function listHere({ database }: CommandContext, orgId: string) {
  const warehouses = await listWarehouses(database, orgId)
  const states = await listWarehouseStates(database, { orgId })
  return warehouses.flatMap((warehouse) => {
    const state = states.find(({ warehouseId }) => warehouseId === warehouse.warehouseId)
    return state === undefined ? [] : [{ ...warehouse, ...state }]
  })
}
