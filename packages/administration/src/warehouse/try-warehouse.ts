import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WarehouseSecrets } from '@signalpost/database/warehouses'
import { RejectedError, TransientError, warehouseTables } from '@signalpost/domain'
import { describeCause } from '@signalpost/sync'
import { librariesOf, type WarehouseKind } from '@signalpost/warehouses'
import type { WarehouseActServices } from './warehouse-services.ts'

type Trial = {
  kind: WarehouseKind
  orgId: string
  settings: Record<string, unknown>
  secrets: WarehouseSecrets
}

/**
 * Connects and creates one of the tables, to find faults before the first sync. Throws TransientError if the warehouse
 * cannot be reached, RejectedError if it refuses.
 */
export async function tryWarehouse(
  { dataDir, outgoingProxy }: Pick<WarehouseActServices, 'dataDir' | 'outgoingProxy'>,
  { kind, ...options }: Trial,
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'signalpost-warehouse-'))
  try {
    const target = await kind.open({
      ...options,
      scratch,
      libraries: librariesOf(dataDir),
      proxy: outgoingProxy,
    })
    try {
      for (const table of warehouseTables.slice(0, 1)) await target.prepare(table)
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
