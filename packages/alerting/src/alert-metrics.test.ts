import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createAlertMetrics } from './alert-metrics.ts'

const quiet = { due: 0, oldestSeconds: 0, pending: 0, setAside: 0 }

test('a channel has a series only while its attempts fail', async () => {
  const registry = new Registry()
  const metrics = createAlertMetrics(registry)
  const channels = { active: 1, degraded: 1, disabled: 0 }
  metrics.showDispatching({
    ...quiet,
    channels,
    failing: [{ channelId: 'chn_1', kind: 'slack', seconds: 40 }],
  })
  const failing = await registry.metrics()
  expect(failing).toMatch(/^signalpost_channel_failing_seconds\{channel="chn_1",kind="slack"\} 40$/m)
  expect(failing).toMatch(/^signalpost_channels\{state="degraded"\} 1$/m)
  metrics.showDispatching({ ...quiet, channels, failing: [] })
  expect(await registry.metrics()).not.toMatch(/^signalpost_channel_failing_seconds\{/m)
})

test('attempts that fail are counted by their cause, with no more causes than a receiver may invent', async () => {
  const registry = new Registry()
  const metrics = createAlertMetrics(registry)
  metrics.countAttempt('email', { outcome: 'sent' }, 5)
  metrics.countAttempt('email', { outcome: 'rejected', code: 'smtp_550', httpStatus: 550 }, 5)
  metrics.countAttempt('http', { outcome: 'retry', httpStatus: 503 }, 5)
  metrics.countAttempt('http', { outcome: 'ambiguous' }, 5)
  for (let index = 0; index < 200; index += 1) {
    metrics.countAttempt('slack', { outcome: 'rejected', code: `invented_${index}` }, 5)
  }
  metrics.countAttempt('email', { outcome: 'rejected', code: 'smtp_550' }, 5)
  const counted = await registry.metrics()
  const failures = counted
    .split('\n')
    .filter((line) => line.startsWith('signalpost_dispatch_failures_total{'))
  expect(failures).toEqual(
    expect.arrayContaining([
      'signalpost_dispatch_failures_total{kind="email",cause="smtp_550"} 2',
      'signalpost_dispatch_failures_total{kind="http",cause="http_503"} 1',
      'signalpost_dispatch_failures_total{kind="http",cause="ambiguous"} 1',
      'signalpost_dispatch_failures_total{kind="slack",cause="other"} 103',
    ]),
  )
  expect(failures).toHaveLength(101)
})
