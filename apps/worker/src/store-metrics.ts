import type { StoreMeasures } from '@signalpost/database'
import type { DeliveryQueue } from '@signalpost/queues'
import { Gauge, type Registry } from 'prom-client'

type QueueMemory = Awaited<ReturnType<DeliveryQueue['memory']>>

/** Creates the metrics of the stores. A series that says nothing here, such as the archive where there is none, is left out. */
export function createStoreMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: [], registers: [registry] })
  const optional = (name: string, help: string) => {
    const one = gauge(name, help)
    one.remove()
    return (value: number | undefined) => {
      if (value === undefined) one.remove()
      else one.set(value)
    }
  }
  const databaseBytes = gauge('signalpost_database_bytes', 'Size of the database.')
  const connections = gauge('signalpost_postgres_connections', 'Connections that clients have to the server.')
  const connectionsMost = gauge(
    'signalpost_postgres_connections_limit',
    'Connections that the server takes from ordinary roles.',
  )
  const retained = gauge(
    'signalpost_wal_retained_bytes',
    'WAL that the server keeps because a replication slot still needs it.',
  )
  const standbys = gauge('signalpost_standbys', 'Standbys that are connected to the server.')
  const showArchive = optional(
    'signalpost_wal_archive_failing',
    '1 while the last attempt to archive WAL failed. No series where the server archives none.',
  )
  const showStandbyLag = optional(
    'signalpost_standby_lag_bytes',
    'WAL that the slowest standby has not replayed. Needs the role pg_monitor.',
  )
  const showBackup = optional(
    'signalpost_backup_timestamp_seconds',
    'When the last backup was made; 0 if there is none. No series without SIGNALPOST_BACKUP_MARKER.',
  )
  const reachable = gauge('signalpost_queue_reachable', '1 while the store of the queue answers, else 0.')
  const showUsed = optional('signalpost_queue_memory_bytes', 'Memory that Redis uses; of its fullest node.')
  const showLimit = optional(
    'signalpost_queue_memory_limit_bytes',
    'The maxmemory of that Redis; 0 if it has no limit.',
  )
  return {
    showStore: (store: StoreMeasures) => {
      databaseBytes.set(store.databaseBytes)
      connections.set(store.connections)
      connectionsMost.set(store.connectionsMost)
      retained.set(store.retainedWalBytes)
      standbys.set(store.standbys)
      showStandbyLag(store.standbyLagBytes)
      showArchive(store.archive && Number(store.archive.isFailing))
    },
    showBackup: (timeMs: number | undefined) => showBackup((timeMs ?? 0) / 1000),
    showQueueReachable: (isReachable: boolean) => reachable.set(Number(isReachable)),
    showQueueMemory: (memory: QueueMemory) => {
      showUsed(memory?.usedBytes)
      showLimit(memory?.mostBytes)
    },
  }
}
