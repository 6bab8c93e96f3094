import { createMetricsRegistry } from '@signalpost/runtime'
import { expect, test } from 'vitest'
import { createWorkerMetrics } from './worker-metrics.ts'

test('the time until a delivery is settled leaves out those that failed before', async () => {
  const registry = createMetricsRegistry('worker')
  const metrics = createWorkerMetrics(registry)
  const applied = { type: 'ping', status: 'applied' as const }
  metrics.countSettled(
    [
      { ...applied, waitedMs: 40 },
      { ...applied, waitedMs: -5 },
      { ...applied, waitedMs: undefined },
    ],
    10,
  )
  const text = await registry.metrics()
  expect(text).toContain('signalpost_applied_after_seconds_count{process="worker"} 2')
  expect(text).toContain('signalpost_applied_after_seconds_sum{process="worker"} 0.04')
})
