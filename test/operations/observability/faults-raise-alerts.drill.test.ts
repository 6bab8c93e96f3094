import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, withMaintenanceLock } from '@signalpost/database'
import { startOwnPostgres, waitUntil } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAtRate } from '../../support/sending/send-at-rate.ts'
import { rulesText } from './support/rules.ts'
import { shortenRules } from './support/shorten-rules.ts'
import { type Prometheus, startPrometheus } from './support/start-prometheus.ts'
import { startWatchedProduct, type WatchedProduct } from './support/start-watched-product.ts'
import { undoAll } from './support/undo-all.ts'

type Fault = {
  name: string
  /** The alerts that it raises, sorted. */
  raises: string[]
  /** Makes the fault. What it returns repairs it. */
  make: (watched: WatchedProduct) => Promise<() => Promise<unknown>>
}

const limitMs = 180_000
/** Long enough for a consequence to fire too; a longer look can only find more. */
const lookMs = 20_000
const undos: (() => Promise<unknown>)[] = []

let server: Awaited<ReturnType<typeof startOwnPostgres>>
let watched: WatchedProduct
let prometheus: Prometheus

beforeAll(async () => {
  server = await startOwnPostgres({ durable: true })
  undos.push(server.remove)
  watched = await startWatchedProduct((undo) => undos.push(undo), { databaseUrl: server.url })
  await watched.work()
  prometheus = await startPrometheus({
    ports: watched.ports(),
    token: watched.token,
    rules: shortenRules(rulesText),
  })
  undos.push(prometheus.stop)
  await prometheus.whenScraped()
})

afterAll(() => undoAll(undos))

const faults: Fault[] = [
  {
    name: 'Redis is away',
    raises: ['SignalpostQueueUnreachable'],
    make: async ({ harness }) => {
      const [redis] = harness.queueStore.servers
      await redis?.kill()
      return async () => redis?.restart()
    },
  },
  {
    name: 'the receiver of a channel is down',
    raises: ['SignalpostChannelFailing'],
    make: async ({ harness, alerting, receiver }) => {
      receiver.proxy.refuse()
      receiver.proxy.resetAll()
      await harness.sender.send(alerting.next())
      await harness.sender.send(alerting.next())
      return async () => {
        receiver.proxy.heal()
        await alerting.settle(limitMs)
      }
    },
  },
  {
    name: 'a warehouse is down',
    raises: ['SignalpostWarehouseDegraded'],
    make: async ({ places, warehouses }) => {
      await places.server.stopHard()
      return async () => {
        await places.server.start()
        await warehouses.settle(limitMs)
      }
    },
  },
  {
    name: 'the worker is killed',
    raises: ['SignalpostWorkerDown'],
    make: async ({ harness }) => {
      const [worker] = harness.product.workers
      await worker?.stop('SIGKILL')
      return async () => worker?.start()
    },
  },
  {
    name: 'partitions end while nothing maintains the store',
    raises: ['SignalpostPartitionsEnding'],
    make: async ({ harness }) => {
      const release = await holdMaintenance()
      const days = await harness.query(`
        select inhrelid::regclass::text as partition, inhparent::regclass::text as parent from pg_inherits
        where inhparent = 'deliveries'::regclass and right(inhrelid::regclass::text, 8) > to_char(now() + interval '1 day', 'YYYYMMDD')`)
      expect(days.length).toBeGreaterThan(3)
      for (const { partition, parent } of days) {
        await harness.query(`alter table ${String(parent)} detach partition ${String(partition)}`)
        await harness.query(`drop table ${String(partition)}`)
      }
      return release
    },
  },
  {
    // Alertmanager leaves the second out while the first one fires.
    name: 'the primary became a standby',
    raises: ['SignalpostIntakeRefusing', 'SignalpostStoreFaults'],
    make: async () => {
      await server.restartAsStandby()
      return server.promote
    },
  },
]

test.each(faults)('$name: $raises, and nothing else', async ({ raises, make }) => {
  // Valid requests only: wrong ones raise alerts of their own.
  const [url = ''] = watched.harness.product.intakeUrls()
  const load = sendAtRate({ url, sources: watched.harness.sources, ratePerSecond: 5 })
  try {
    await whenQuiet()
    const seen = new Set<string>()
    const look = async (): Promise<boolean> => {
      for (const name of await prometheus.firing()) seen.add(name)
      return raises.every((name) => seen.has(name))
    }
    const repair = await make(watched)
    try {
      await waitUntil(`${raises.join(' and ')} fire`, look, { limitMs, intervalMs: 500 })
      await sleep(lookMs)
      await look()
    } finally {
      await repair()
    }
    expect([...seen].sort()).toEqual(raises)
    await whenQuiet()
  } finally {
    await load.end()
  }
})

function whenQuiet(): Promise<void> {
  return waitUntil('nothing fires', async () => (await prometheus.firing()).length === 0, { limitMs })
}

/** Keeps every worker from maintaining the store until it is released. */
async function holdMaintenance(): Promise<() => Promise<void>> {
  const { database } = createDatabase({
    ...{ url: server.url, applicationName: 'an operator', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let holding: Promise<unknown> = Promise.resolve()
  await waitUntil('the lock of the maintenance is ours', async () => {
    const { promise: locked, resolve } = Promise.withResolvers<boolean>()
    holding = withMaintenanceLock(database, async () => {
      resolve(true)
      await released
    }).then((isOurs) => resolve(isOurs))
    return locked
  })
  return async () => {
    release()
    await holding
    await database.destroy()
  }
}
