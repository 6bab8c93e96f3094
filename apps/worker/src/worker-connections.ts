import { alertConnections } from '@signalpost/alerting'
import { consumerConnections, producerConnections, type QueueBackend } from '@signalpost/queues'
import { type ConnectionShares, shareConnections } from '@signalpost/runtime'
import { syncConnections } from '@signalpost/sync'

/** How many deliveries' transactions run at once where connections suffice. */
export const concurrencyMost = 4
/** What works beside the deliveries: maintenance takes two, and the rest takes turns. */
const beside = 4

/** The connections of a worker to PostgreSQL. */
export type WorkerConnections = ConnectionShares<
  'own' | 'enqueuing' | 'taking' | 'alerts' | 'warehouses' | 'warehouseJobs'
>

export function shareWorkerConnections(queueBackend: QueueBackend, most?: number): WorkerConnections {
  return shareConnections(most, {
    own: { least: 2, usual: concurrencyMost + beside },
    enqueuing: producerConnections(queueBackend),
    taking: consumerConnections(queueBackend, concurrencyMost),
    alerts: alertConnections,
    warehouses: syncConnections,
    // Usually three for each of two: a batch that is written, its cursor and its lease; and one for the jobs' own leases.
    warehouseJobs: { least: 2, usual: 7 },
  })
}
