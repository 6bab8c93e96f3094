import { createWarehouseAct, warehouseIntervalMs } from '@signalpost/administration/warehouse'
import type { StoredWarehouse, WarehouseSecrets } from '@signalpost/database/warehouses'
import { nameSchema } from '@signalpost/domain'
import type { WarehouseKind } from '@signalpost/warehouses'
import type { CommandContext } from '../../command/context.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { flag, required, withDefault } from '../../parameters/parameter.ts'
import { durationMs } from '../../parameters/times.ts'

export const intervalMs = durationMs.refine(
  (ms) => ms >= warehouseIntervalMs.least && ms <= warehouseIntervalMs.most,
  'expected a duration from 1s to 1h',
)

/** The parameters of every `warehouse create`. */
export const newWarehouseParameters = {
  workspace: workspaceParameter,
  name: required('--name <text>', 'the display name', nameSchema),
  interval: withDefault('--interval <duration>', 'how often to sync, 1s to 1h', {
    schema: intervalMs,
    text: '20s',
  }),
  excludePersonal: flag('--exclude-personal', 'leave out columns that name or quote a person'),
}

type NewWarehouse = {
  workspace: string | undefined
  name: string
  interval: number
  excludePersonal: boolean
  kind: WarehouseKind
  settings: Record<string, unknown>
  secrets: WarehouseSecrets
}

/** Stores a warehouse that can be reached. Throws RejectedError, and TransientError if it cannot be reached. */
export async function addWarehouse(
  context: CommandContext,
  { kind, settings, secrets, ...input }: NewWarehouse,
): Promise<StoredWarehouse> {
  const { orgId } = await getWorkspace(context.database, input.workspace)
  return context.perform(createWarehouseAct, {
    ...{ orgId, kind: kind.kind, name: input.name, settings, secrets },
    intervalMs: input.interval,
    excludesPersonal: input.excludePersonal,
  })
}
