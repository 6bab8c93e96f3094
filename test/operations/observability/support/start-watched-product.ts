import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, findLastingPort, waitUntil } from '@signalpost/testing'
import {
  type Alerting,
  type AlertReceiver,
  createAlerting,
  startAlertReceiver,
} from '../../../support/alerting.ts'
import {
  type KeptWarehouses,
  keepWarehouses,
  startWarehousePlaces,
  type WarehousePlaces,
} from '../../../support/product/kept-warehouses.ts'
import type { ProcessKind } from '../../../support/product/product-process.ts'
import { type Harness, type HarnessOptions, startHarness } from '../../../support/product/start-harness.ts'

/** The product with a process of each kind, an alert channel and two warehouses, as an operator watches it. */
export type WatchedProduct = {
  harness: Harness
  alerting: Alerting
  receiver: AlertReceiver
  warehouses: KeptWarehouses
  places: WarehousePlaces
  /** Opens `/metrics` to Prometheus. */
  token: string
  /** The environment of a command of the CLI. */
  env: Record<string, string>
  portOf: (kind: ProcessKind) => number
  ports: () => number[]
  /** Sends events of every kind and alerts, and waits until they have arrived everywhere. */
  work: () => Promise<void>
}

const token = 'a-token-for-prometheus'
const mixedEvents = 60
const alerts = 6
const settleLimitMs = 120_000

/** Starts it for a test file; what `onCleanup` is given undoes everything, the last first. */
export async function startWatchedProduct(
  onCleanup: (undo: () => Promise<unknown>) => void,
  options: Partial<HarnessOptions> = {},
): Promise<WatchedProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-watched-'))
  onCleanup(async () => rmSync(directory, { recursive: true, force: true }))
  const marker = join(directory, 'last-backup')
  writeFileSync(marker, '')
  const receiver = await startAlertReceiver()
  onCleanup(receiver.stop)
  const places = await startWarehousePlaces()
  onCleanup(places.stop)
  const settings = {
    ...receiver.env,
    ...places.env,
    SIGNALPOST_METRICS_TOKEN: token,
    SIGNALPOST_BACKUP_MARKER: marker,
    SIGNALPOST_INTAKE_PORT: String(await findLastingPort()),
    SIGNALPOST_API_PORT: String(await findLastingPort()),
    // A worker that restarts is scraped again.
    SIGNALPOST_WORKER_PORT: String(await findLastingPort()),
  }
  let databaseUrl = options.databaseUrl
  if (databaseUrl === undefined) {
    const database = await createTestDatabase()
    onCleanup(database.drop)
    databaseUrl = database.url
  }
  const harness = await startHarness({
    backend: 'redis',
    counts: { intake: 1, worker: 1, searcher: 1, api: 1, console: 1 },
    ...options,
    ...{ databaseUrl, env: { ...settings, ...options.env } },
  })
  onCleanup(harness.stop)
  const alerting = await createAlerting(harness, receiver)
  onCleanup(async () => alerting[Symbol.asyncDispose]())
  const warehouses = await keepWarehouses(harness, places)
  onCleanup(async () => warehouses[Symbol.asyncDispose]())

  const portOf = (kind: ProcessKind): number => {
    const port = harness.product.processes.find((one) => one.kind === kind)?.port()
    if (port === undefined) throw new Error(`There is no ${kind} that is ready.`)
    return port
  }
  const { sender, traffic, productStores, masterKey } = harness
  // An intake learns of a new source within seconds, and refuses its events until then.
  const isKnown = async (): Promise<boolean> => (await sender.send(alerting.next())) === 'ok'
  await waitUntil('the intake knows the source of alerts', isKnown, { intervalMs: 1_000 })
  return {
    ...{ harness, alerting, receiver, warehouses, places, token, portOf },
    ports: () => (['intake', 'api', 'worker', 'console', 'searcher'] as const).map(portOf),
    env: {
      DATABASE_URL: productStores.databaseUrl,
      ...(productStores.redisUrl !== undefined && { REDIS_URL: productStores.redisUrl }),
      SIGNALPOST_MASTER_KEY: masterKey,
      SIGNALPOST_HOST: '127.0.0.1',
      SIGNALPOST_CONSOLE_PORT: '0',
      SIGNALPOST_SEARCHER_PORT: '0',
      ...settings,
    },
    work: async () => {
      for (let sent = 0; sent < mixedEvents; sent += 1) await sender.send(traffic.next())
      for (let sent = 0; sent < alerts; sent += 1) await sender.send(alerting.next())
      await harness.settle(settleLimitMs)
      await waitUntil('an alert arrived', () => receiver.webhook.requests.length > 0)
      await alerting.settle(settleLimitMs)
      await warehouses.settle(settleLimitMs)
    },
  }
}
