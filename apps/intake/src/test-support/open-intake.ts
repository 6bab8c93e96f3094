import { defaultCell } from '@signalpost/domain'
import type { QueueBackend } from '@signalpost/queues'
import { createLogger, createMetricsRegistry, noNetworks } from '@signalpost/runtime'
import { type IntakeConfig, shareIntakeConnections } from '../config.ts'
import { startIntake } from '../intake.ts'
import type { TestStore } from './open-store.ts'

export type TestIntake = Awaited<ReturnType<typeof openIntake>>

type Options = Partial<Omit<IntakeConfig, 'databaseUrl' | 'masterKeys'>> & { nowMs?: () => number }

/** Starts an intake in this process, on a free port of 127.0.0.1. */
export async function openIntake(store: TestStore, { nowMs, ...options }: Options = {}) {
  let log = ''
  const registry = createMetricsRegistry('intake')
  const queueBackend: QueueBackend = { kind: 'postgres', url: store.url }
  const running = await startIntake(
    {
      databaseUrl: store.url,
      masterKeys: [store.masterKey],
      cell: defaultCell,
      connections: shareIntakeConnections(queueBackend),
      queueBackend,
      host: '127.0.0.1',
      port: 0,
      keepAliveMs: 75_000,
      logLevel: 'info',
      drainMs: 0,
      maxBodyBytes: 1_048_576,
      trustedProxies: noNetworks,
      metricsToken: undefined,
      ...options,
    },
    {
      logger: createLogger({ name: 'intake', destination: { write: (line) => (log += line) } }),
      registry,
      ...(nowMs !== undefined && { nowMs }),
    },
  )
  await running.started
  if (running.port === undefined) throw new Error('the intake has no port')
  return {
    port: running.port,
    url: `http://127.0.0.1:${running.port}`,
    stop: running.stop,
    log: () => log,
    /** Returns the sum of a metric's values with these labels. */
    metric: async (name: string, labels: Record<string, string> = {}): Promise<number> => {
      const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
      return values
        .filter((value) => Object.entries(labels).every(([label, text]) => value.labels[label] === text))
        .reduce((sum, { value }) => sum + value, 0)
    },
  }
}
