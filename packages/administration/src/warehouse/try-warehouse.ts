import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WarehouseSecrets } from '@signalpost/database/warehouses'
import { chosenTables, RejectedError, TransientError, type WarehouseTable } from '@signalpost/domain'
import { describeCause } from '@signalpost/sync'
import {
  librariesOf,
  syncColumns,
  type Target,
  UnusablePlaceError,
  type WarehouseBounds,
  type WarehouseKind,
} from '@signalpost/warehouses'
import { takeTrial } from './take-trial.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

/** Behind the guard; a server that the operator chose may take its time. */
const limitMs = 45_000

type Trial = Place & {
  tables: readonly string[] | null
  excludesPersonal: boolean
  hasLedger: boolean
}

type Place = {
  kind: WarehouseKind
  orgId: string
  settings: Record<string, unknown>
  secrets: WarehouseSecrets
  /** Undefined for a warehouse that may reach anything. */
  bounds: WarehouseBounds | undefined
  /** Nothing will be written. */
  isReadOnly?: true
}

/**
 * Connects, looks for tables of others, and creates one of ours, to find faults before the first sync. Throws TransientError
 * if the warehouse cannot be reached, RejectedError if it refuses, or if too many are being tried.
 */
export async function tryWarehouse(
  services: TrialServices,
  { tables, excludesPersonal, hasLedger, ...place }: Trial,
): Promise<void> {
  return withWarehouse(services, place, async (target) => {
    const chosen = chosenTables({ tables, excludesPersonal, hasLedger })
    // All of them before one is created.
    for (const table of chosen) await demandNoStranger(target, table)
    for (const table of chosen.slice(0, 1)) await target.prepare(table)
  })
}

/** Throws UnusablePlaceError where something else has a table of the same name, which has no column of a sync. */
async function demandNoStranger(target: Target, table: WarehouseTable): Promise<void> {
  const faults = (await target.findFaults(table)) ?? []
  const missing = new Set(faults.flatMap(({ column, found }) => (found === undefined ? [column] : [])))
  if (!syncColumns.every((name) => missing.has(name))) return
  throw new UnusablePlaceError(
    `the table ${table.name} there was created by something else: rename it, leave the table out, or choose another place`,
  )
}

type TrialServices = Pick<WarehouseActServices, 'dataDir' | 'outgoingProxy'>

/** Opens a warehouse while a person waits for it. Throws as `tryWarehouse` does. */
export async function withWarehouse<Result>(
  services: TrialServices,
  place: Place,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  return takeTrial(place.orgId, () => openOnce(services, place, use))
}

async function openOnce<Result>(
  { dataDir, outgoingProxy }: TrialServices,
  { kind, ...options }: Place,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'signalpost-warehouse-'))
  try {
    const target = await kind.open({
      ...options,
      scratch,
      libraries: librariesOf(dataDir),
      proxy: outgoingProxy,
      ...(options.bounds && { signal: AbortSignal.timeout(limitMs) }),
    })
    try {
      return await use(target)
    } finally {
      await target.close()
    }
  } catch (cause) {
    const reason = describeCause(cause, options.secrets)
    if (kind.faultOf(cause) === 'configuration') {
      throw new RejectedError('invalid_request', `The warehouse cannot be used: ${reason}`, { cause })
    }
    throw new TransientError(`The warehouse cannot be reached: ${reason}`, { cause })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
