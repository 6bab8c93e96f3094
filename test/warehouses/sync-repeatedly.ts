import { createDatabase, createSecretBox } from '@signalpost/database'
import { sequenceChanges } from '@signalpost/database/changes'
import { leaseWarehouse, readWarehouseHealth } from '@signalpost/database/warehouses'
import { leaseMs, syncLeased } from '@signalpost/sync'

/**
 * Syncs all warehouses of a database, due or not, in small batches, until it is killed or its parent ends. Prints
 * errors and retries in the next round.
 */
const [url = '', masterKey = '', dataDir = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))

const { database, pool } = createDatabase({
  ...{ url, applicationName: 'sync repeatedly', onConnectionError: () => undefined },
})
const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
const dependencies = { database, pool, secretBox, dataDir, limits: { rows: 60, bytes: 100_000 } }
process.send?.('ready')
for (;;) await syncAll().catch((error: unknown) => console.error(error))

async function syncAll(): Promise<void> {
  await sequenceChanges(database)
  for (const { warehouseId } of await readWarehouseHealth(database)) {
    const lease = await leaseWarehouse(database, { warehouseId, leaseMs, allowsPaused: false })
    if (lease !== undefined) await syncLeased(dependencies, lease).catch((error) => console.error(error))
  }
}
