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
