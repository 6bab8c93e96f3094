import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnPostgres, startTcpProxy, type TcpProxy } from '@signalpost/testing'
import { createAlerting, startAlertReceiver } from '../support/alerting.ts'
import type { Audit } from '../support/audit/audit-ledger.ts'
import { keepWarehouses, startWarehousePlaces } from '../support/product/kept-warehouses.ts'
import type { BackendName } from '../support/product/queue-store.ts'
import { type Harness, startHarness } from '../support/product/start-harness.ts'
import type { SenderTotals } from '../support/sending/sender.ts'
import { whenDrained, whenResumed } from '../support/when-resumed.ts'
import type { Fault, Scene } from './fault.ts'

export type FaultsOptions = {
  backend: BackendName
  /** In the order of striking. */
  faults: readonly Fault[]
  seed: number
  /** The least number of acknowledged deliveries; by default the traffic ends with the last fault. */
  deliveries?: number
  /** Another copy of the product. */
  productRoot?: string
  /** Removes random jobs from the queue during the run. */
  losesJobs?: boolean
  /** Called after each fault. */
  onSurvived?: (survived: { fault: string; seconds: number }) => void
}

export type FaultsReport = {
  backend: BackendName
  seed: number
  /** How often each fault struck. */
  faults: Record<string, number>
  totals: Omit<SenderTotals, 'strange'>
  /** Deliveries named by a 202. */
  acknowledged: number
  statuses: Audit['statuses']
  lost: number
  appliedTwice: number
  /** Decisions on alerts, by status. */
  decided: Record<string, number>
  /** Repeated alerts, allowed only if an attempt may not have arrived. */
  extraCopies: number
  /** Rows of both warehouses together. */
  warehouseRows: number
  settledAfterMs: number
  durationMs: number
  /** Everything wrong: broken invariants, unexpected answers, processes that ended by themselves. */
  complaints: string[]
}

const counts: Record<'intake' | 'worker', number> = { intake: 2, worker: 2 }
const lanes = 4
const pauseMs = 40
const alertPauseMs = 200
const settleLimitMs = 60_000
const lossIntervalMs = 100

/** Sends deliveries while faults strike one after another, and compares the ledger with the sender's book. */
export async function surviveFaults(options: FaultsOptions): Promise<FaultsReport> {
  const { backend, seed, deliveries = 0, losesJobs = false } = options
  const startedAtMs = performance.now()
  await using scene = await openScene({ backend, seed, productRoot: options.productRoot })
  const { harness } = scene
  let isOver = false
  let lanePauseMs = pauseMs
  const lane = async (): Promise<void> => {
    while (!isOver) {
      await harness.sender.send(harness.traffic.next())
      await sleep(lanePauseMs)
    }
  }
  const alert = async (): Promise<void> => {
    while (!isOver) {
      await harness.sender.send(scene.alerting.next())
      await sleep(alertPauseMs)
    }
  }
  const lose = async (): Promise<void> => {
    while (losesJobs && !isOver) {
      // No job can be lost while the store is away.
      await harness.queueStore.deleteRandomJobs(1).catch(() => 0)
      await sleep(lossIntervalMs)
    }
  }
  const sending = Promise.all([...Array.from({ length: lanes }, lane), alert(), lose()])
  // The error is thrown below; until then it must not be an unhandled rejection.
  sending.catch(() => undefined)
  const struck: Record<string, number> = {}
  const complaints: string[] = []
  try {
    for (const fault of options.faults) {
      const beganAtMs = performance.now()
      try {
        await strike(scene, fault)
      } catch (error) {
        complaints.push(`${fault.name}: ${messageOf(error)}`)
      }
      struck[fault.name] = (struck[fault.name] ?? 0) + 1
      options.onSurvived?.({ fault: fault.name, seconds: (performance.now() - beganAtMs) / 1000 })
    }
    lanePauseMs = 0
    while (harness.sender.totals.acknowledged < deliveries) await sleep(pauseMs)
  } finally {
    isOver = true
    await sending
  }
  await harness.product.whenReady()
  const stoppedAtMs = performance.now()
  for (const settle of [
    () => harness.settle(settleLimitMs),
    () => whenDrained(harness),
    () => scene.alerting.settle(settleLimitMs),
    () => scene.warehouses.settle(settleLimitMs),
  ]) {
    // The audit also reports what stays queued, by name.
    await settle().catch((error: unknown) => complaints.push(messageOf(error)))
  }
  const settledAfterMs = performance.now() - stoppedAtMs
  const { audit, complaints: found } = await harness.judge()
  const { decided, extraCopies, complaints: ofAlerts } = await scene.alerting.judge()
  const { rows: warehouseRows, complaints: ofWarehouses } = await scene.warehouses.judge()
  const { strange: _, ...totals } = harness.sender.totals
  return {
    backend,
    seed,
    faults: struck,
    totals,
    acknowledged: audit.acknowledged,
    statuses: audit.statuses,
    lost: audit.lost,
    appliedTwice: audit.appliedTwice,
    decided,
    extraCopies,
    warehouseRows,
    settledAfterMs,
    durationMs: performance.now() - startedAtMs,
    complaints: [...complaints, ...found, ...ofAlerts, ...ofWarehouses],
  }
}

/** Runs one fault, which ends once the product accepts and applies deliveries again. */
async function strike(scene: Scene, fault: Fault): Promise<void> {
  await fault.strike(scene)
  await scene.harness.product.whenReady()
  await whenResumed(scene.harness)
}

/**
 * Starts the product on its own PostgreSQL with `fsync`, and on a queue store behind a proxy if there is a single
 * server.
 */
async function openScene({
  backend,
  seed,
  productRoot,
}: {
  backend: BackendName
  seed: number
  productRoot: string | undefined
}): Promise<Scene & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startOwnPostgres({ durable: true })
  opened.defer(postgres.remove)
  const postgresProxy = await startTcpProxy(Number(new URL(postgres.url).port))
  opened.defer(postgresProxy.stop)
  let redisProxy: TcpProxy | undefined
  const receiver = await startAlertReceiver()
  opened.defer(receiver.stop)
  const places = await startWarehousePlaces()
  opened.defer(places.stop)
  const harness: Harness = await startHarness({
    backend,
    env: { ...receiver.env, ...places.env },
    seed,
    counts,
    productRoot,
    databaseUrl: postgres.url,
    productDatabaseUrl: Object.assign(new URL(postgres.url), { port: postgresProxy.port }).href,
    ...(backend === 'redis' && {
      redisPort: async (port: number) => {
        redisProxy = await startTcpProxy(port)
        opened.defer(redisProxy.stop)
        return redisProxy.port
      },
    }),
  })
  opened.defer(harness.stop)
  const alerting = opened.use(await createAlerting(harness, receiver))
  const warehouses = opened.use(await keepWarehouses(harness, places))
  const scene = opened.move()
  return {
    ...{ harness, postgres, postgresProxy, redisProxy, alerting, warehouses },
    [Symbol.asyncDispose]: () => scene.disposeAsync(),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
