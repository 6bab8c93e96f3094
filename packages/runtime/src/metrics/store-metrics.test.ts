import { expect, test } from 'vitest'
import { createMetricsRegistry } from '../create-metrics-registry.ts'
import { watchPool } from './watch-pool.ts'
import { watchSchemaVersion } from './watch-schema-version.ts'

test('createMetricsRegistry names the version that runs', async () => {
  const text = await createMetricsRegistry('intake').metrics()
  expect(text).toMatch(
    /^signalpost_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*",process="intake"\} 1$/m,
  )
})

test('watchPool shows each pool as it is when it is asked', async () => {
  const registry = createMetricsRegistry('worker')
  const own = { totalCount: 5, idleCount: 2, waitingCount: 0 }
  watchPool(registry, 'own', own)
  watchPool(registry, 'alerts', { totalCount: 1, idleCount: 1, waitingCount: 0 })
  own.waitingCount = 7
  const text = await registry.metrics()
  for (const line of [
    'signalpost_database_connections{pool="own",state="in_use",process="worker"} 3',
    'signalpost_database_connections{pool="own",state="idle",process="worker"} 2',
    'signalpost_database_connections{pool="alerts",state="in_use",process="worker"} 0',
    'signalpost_database_waiting{pool="own",process="worker"} 7',
    'signalpost_database_waiting{pool="alerts",process="worker"} 0',
  ])
    expect(text).toContain(line)
})

test('watchSchemaVersion keeps the last version while the database is away', async () => {
  const registry = createMetricsRegistry('api')
  const answers = [async () => 47, () => Promise.reject(new Error('away')), async () => 51]
  watchSchemaVersion(registry, () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')))
  for (const version of [47, 47, 51]) {
    expect(await registry.metrics()).toContain(`signalpost_schema_version{process="api"} ${version}`)
  }
})
