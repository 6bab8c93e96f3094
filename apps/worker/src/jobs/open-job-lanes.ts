import { deliveryJobWorks } from '@signalpost/administration/delivery'
import { createJobLane, type JobLane } from '@signalpost/administration/jobs'
import { warehouseJobWorks } from '@signalpost/administration/warehouse'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import type { WorkerConfig } from '../config.ts'

const deliveryJobsAtOnce = 2
const warehouseJobsAtOnceMost = 2
// A comparison reads the keys of a whole table.
const warehouseStatementTimeoutMs = 10 * 60_000

type Options = {
  config: Pick<
    WorkerConfig,
    | 'databaseUrl'
    | 'mayShareSessions'
    | 'masterKeys'
    | 'cell'
    | 'dataDir'
    | 'outgoingProxy'
    | 'warehouseBounds'
  >
  database: Database
  maxConnections: number
  onFault: (part: string) => (error: unknown) => void
}

/** Opens the lanes of jobs. Work on warehouses has its own lane and connections, so it delays no replay. */
export function openJobLanes({ config, database, maxConnections, onFault }: Options): {
  lanes: readonly JobLane[]
  close: () => Promise<void>
} {
  const { databaseUrl, mayShareSessions, masterKeys, cell, dataDir, outgoingProxy, warehouseBounds } = config
  const own = { secretBox: createSecretBox(...masterKeys), cell, nowMs: Date.now }
  const warehouses = createDatabase({
    url: databaseUrl,
    mayShareSessions,
    applicationName: 'signalpost worker warehouse jobs',
    maxConnections,
    statementTimeoutMs: warehouseStatementTimeoutMs,
    onConnectionError: onFault('jobs database'),
  })
  return {
    lanes: [
      createJobLane({
        services: { ...own, database },
        works: deliveryJobWorks,
        atOnce: deliveryJobsAtOnce,
      }),
      createJobLane({
        services: { ...own, ...warehouses, dataDir, outgoingProxy, warehouseBounds },
        works: warehouseJobWorks,
        // Each holds a connection while it waits for another, so more would wait for each other.
        atOnce: Math.min(warehouseJobsAtOnceMost, maxConnections - 1),
      }),
    ],
    close: () => warehouses.database.destroy(),
  }
}
