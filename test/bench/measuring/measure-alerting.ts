import { randomBytes } from 'node:crypto'
import { startWebhookReceiver, waitUntil } from '@signalpost/testing'
import type { Reading } from '../define-figure.ts'
import { fillBacklog } from '../filling/fill-backlog.ts'
import { prepareStore } from '../filling/prepare-store.ts'
import { atWebhook, configureAlerts } from '../stage/configure-alerts.ts'
import type { Stage } from '../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../stage/start-bench-postgres.ts'

export const alertingMetric = 'alerts/s'

const limitMs = 300_000

/**
 * Measures how fast a worker decides on alerts and sends them to a webhook that answers at once, one for each of a backlog
 * of signals.
 */
export async function measureAlerting({
  stage,
  postgres,
  prepare,
}: {
  stage: Stage
  postgres: BenchPostgres
  prepare?: (databaseUrl: string) => Promise<void>
}): Promise<Reading> {
  const store = await prepareStore(postgres)
  await prepare?.(store.databaseUrl)
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const receiver = await startWebhookReceiver({ secrets: [secret] })
  try {
    await configureAlerts(store, atWebhook(receiver, secret), {
      channels: ['bench'],
      rules: () => [{ conditions: {} }],
    })
    const count = Math.round(stage.scaled(5_000, 500))
    await fillBacklog(store, { count })
    await postgres.settle()
    const product = await stage.startProduct({
      ...store,
      counts: { worker: 1 },
      env: { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: receiver.caPath },
    })
    let seconds = 0
    await waitUntil(
      'every alert is sent',
      async () => {
        const [row] = await runStatement(
          store.databaseUrl,
          `select count(*)::int as sent, extract(epoch from max(sent_at) - min(decided_at))::float8 as seconds
           from dispatches where status = 'sent'`,
        )
        seconds = Number(row?.seconds)
        return row?.sent === count
      },
      { limitMs, intervalMs: 500 },
    )
    await product.stop()
    await postgres.dropDatabase(store.databaseUrl)
    return { [alertingMetric]: count / seconds }
  } finally {
    await receiver.close()
  }
}
