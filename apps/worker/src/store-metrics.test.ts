import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createStoreMetrics } from './store-metrics.ts'

const store = {
  databaseBytes: 10,
  connections: 3,
  connectionsMost: 97,
  archive: undefined,
  retainedWalBytes: 0,
  standbys: 0,
  standbyLagBytes: undefined,
}

test('leaves out the series of what an installation does not have', async () => {
  const registry = new Registry()
  const metrics = createStoreMetrics(registry)
  metrics.showStore(store)
  metrics.showQueueMemory(undefined)
  const text = await registry.metrics()
  expect(text).toMatch(/^signalpost_postgres_connections 3$/m)
  expect(text).not.toMatch(/^signalpost_(?:wal_archive|standby_lag|backup|queue_memory)/m)
})

test('shows the archive, the backup and the memory of Redis where there are any, and removes them again', async () => {
  const registry = new Registry()
  const metrics = createStoreMetrics(registry)
  metrics.showStore({ ...store, archive: { isFailing: true }, standbys: 1, standbyLagBytes: 0 })
  metrics.showBackup(undefined)
  metrics.showQueueMemory({ usedBytes: 5, mostBytes: 0 })
  const text = await registry.metrics()
  for (const line of [
    'signalpost_wal_archive_failing 1',
    'signalpost_standby_lag_bytes 0',
    'signalpost_backup_timestamp_seconds 0',
    'signalpost_queue_memory_bytes 5',
    'signalpost_queue_memory_limit_bytes 0',
  ])
    expect(text.split('\n')).toContain(line)
  metrics.showStore(store)
  metrics.showBackup(2_000)
  const after = await registry.metrics()
  expect(after).toMatch(/^signalpost_backup_timestamp_seconds 2$/m)
  expect(after).not.toMatch(/^signalpost_(?:wal_archive|standby_lag)/m)
})
