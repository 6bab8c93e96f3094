import { type Caller, may } from '@signalpost/authorization'
import { RejectedError } from '@signalpost/domain'
import { tightestBounds, type WarehouseBounds, type WarehouseKind } from '@signalpost/warehouses'
import type { WarehouseActServices } from './warehouse-services.ts'

/**
 * Returns the bounds of a warehouse by who creates it. A person who can run the command line can reach what the machine
 * reaches; everyone else comes over HTTP, the installation's operators too.
 */
export function boundsFor(
  { actor }: Caller,
  { warehouseBounds = tightestBounds }: Pick<WarehouseActServices, 'warehouseBounds'>,
): WarehouseBounds | undefined {
  return actor.kind === 'cli' || actor.kind === 'system' ? undefined : warehouseBounds
}

/** Throws RejectedError `forbidden` for a warehouse in files whose creator is no operator. */
export function demandFileRights(
  caller: Caller,
  { kind, settings }: { kind: WarehouseKind; settings: Readonly<Record<string, unknown>> },
): void {
  if (!liesInFiles(kind, settings) || may(caller, { demands: 'operator' })) return
  throw new RejectedError('forbidden', 'A warehouse in files of this machine needs an operator.')
}

function liesInFiles({ options }: WarehouseKind, settings: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(options).some(
    ([member, option]) => 'isPath' in option && option.isPath === true && settings[member] !== undefined,
  )
}
