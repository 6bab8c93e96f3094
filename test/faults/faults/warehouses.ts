import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncPoints } from '@signalpost/runtime'
import { type TcpProxy, waitUntil } from '@signalpost/testing'
import { pickOne } from '../../support/sending/random.ts'
import { defineFault, type Fault, type Scene } from '../fault.ts'

const awayMs = 3_000
const latestPassage = 3
const syncLimitMs = 120_000
/** At these points, a sync holds rows that become outdated, and no lock. */
const overtakenPoints = ['sync.spooled', 'sync.staged'] as const
/** A high number, so it may hit any table: a sync passes the points for one table after another. */
const latestOvertaken = 10
const holderPath = join(import.meta.dirname, '../../support/hold-duckdb.ts')

/** Kills a worker with SIGKILL at a point on the way of changes, for each point. */
export const syncCrashes: readonly Fault[] = syncPoints.map((point) =>
  defineFault({
    name: `crash-at-${point.replace('.', '-')}`,
    strike: async (scene) => {
      const victim = pickWorker(scene)
      const pid = victim.pid()
      const passage = 1 + Math.floor(scene.harness.random() * latestPassage)
      victim.command({ crash: { point, passage } })
      await whenSyncing(scene, `${victim.name} has crashed`, () => victim.pid() !== pid)
      await scene.warehouses.hasten()
    },
  }),
)

/** Another worker takes over the frozen one's work and writes newer rows of everything it holds; then both continue. */
export const frozenSync = defineFault({
  name: 'worker-frozen-in-the-middle-of-a-sync',
  strike: async (scene) => {
    const victim = pickWorker(scene)
    const { random } = scene.harness
    const passage = 1 + Math.floor(random() * latestOvertaken)
    victim.command({ freeze: { point: pickOne(overtakenPoints, random), passage } })
    await whenSyncing(scene, `${victim.name} is frozen`, () => isStopped(victim.pid()))
    try {
      for (const table of ['accounts', 'deals', 'listeners', 'signals']) {
        // The row gets a new version, as after any change.
        await scene.harness.query(`update ${table} set version = 0`)
      }
      await scene.warehouses.hasten()
      await scene.warehouses.whenCaughtUp()
    } finally {
      victim.thaw()
    }
  },
})

export const stoppedWarehouse = defineFault({
  name: 'warehouse-stopped-hard',
  strike: async ({ warehouses }) => {
    await warehouses.server.stopHard()
    await sleep(awayMs)
    await warehouses.server.start()
    await warehouses.hasten()
  },
})

export const restartedWarehouse = defineFault({
  name: 'warehouse-crashes-and-is-back-at-once',
  strike: async ({ warehouses }) => {
    await warehouses.server.stopHard()
    await warehouses.server.start()
    await warehouses.hasten()
  },
})

export const resetWarehouse = proxied('warehouse-connections-reset', (proxy) => proxy.resetAll())
export const silentWarehouse = proxied('warehouse-silent', (proxy) => proxy.blackhole())
export const deafWarehouse = proxied('warehouse-replies-lost', (proxy) => proxy.dropReplies())
export const refusingWarehouse = proxied('warehouse-refuses', (proxy) => {
  proxy.refuse()
  proxy.resetAll()
})

/** DuckDB allows no writer while another process reads the file. */
export const heldWarehouse = defineFault({
  name: 'warehouse-file-held-by-a-reader',
  strike: async ({ warehouses }) => {
    const { duckdbPath, hasten } = warehouses
    await waitUntil('there is a file', () => existsSync(duckdbPath))
    await waitUntil('a reader holds the file', async () => {
      const reader = spawn(process.execPath, [holderPath, duckdbPath], {
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const exited = once(reader, 'exit')
      // It cannot open the file while a sync writes.
      const isReading = await Promise.race([
        once(reader.stdout, 'data').then(() => true),
        exited.then(() => false),
      ])
      if (!isReading) return false
      await sleep(awayMs)
      reader.stdin.end()
      await exited
      return true
    })
    await hasten()
  },
})

export const lostCursor = defineFault({
  name: 'warehouse-loses-its-cursors',
  strike: async (scene) => {
    await whenKept(scene)
    await scene.warehouses.moveCursors('lost')
  },
})

/** Like a warehouse restored alone from a backup, except that its rows are newer. */
export const olderCursor = defineFault({
  name: 'warehouse-has-older-cursors',
  strike: async (scene) => {
    await whenKept(scene)
    await scene.warehouses.moveCursors(scene.harness.random())
  },
})

function proxied(name: string, begin: (proxy: TcpProxy) => void): Fault {
  return defineFault({
    name,
    strike: async ({ warehouses }) => {
      begin(warehouses.proxy)
      await sleep(awayMs)
      warehouses.proxy.heal()
      // Workers would wait for a silent server until the longest statement's limit.
      warehouses.proxy.resetAll()
      await warehouses.hasten()
    },
  })
}

function pickWorker({ harness }: Scene) {
  return pickOne(
    harness.product.workers.filter((one) => one.isReady()),
    harness.random,
  )
}

/** Waits for something that happens in a sync, and keeps syncs due meanwhile. */
async function whenSyncing({ warehouses }: Scene, what: string, condition: () => boolean): Promise<void> {
  await waitUntil(
    what,
    async () => {
      await warehouses.hasten()
      return condition()
    },
    // Depends on which worker first reaches what is due.
    { intervalMs: 100, limitMs: syncLimitMs },
  )
}

async function whenKept({ warehouses, harness }: Scene): Promise<void> {
  await waitUntil('the warehouse was synced', async () => {
    const rows = await harness.query(
      `select from warehouse_cursors join warehouses using (warehouse_id) where kind = 'postgres' and position > 0`,
    )
    await warehouses.hasten()
    return rows.length > 0
  })
}

function isStopped(pid: number | undefined): boolean {
  return pid !== undefined && / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
