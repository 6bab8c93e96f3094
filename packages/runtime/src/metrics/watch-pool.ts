import { Gauge, type Registry } from 'prom-client'

/** What a pool of connections tells about itself. */
export type WatchedPool = { totalCount: number; idleCount: number; waitingCount: number }

const pools = new WeakMap<Registry, Map<string, WatchedPool>>()

/** Shows a pool of connections in the metrics: what it has open, and how many wait for a connection. */
export function watchPool(registry: Registry, name: string, pool: WatchedPool): void {
  const watched = pools.get(registry)
  if (watched !== undefined) {
    watched.set(name, pool)
    return
  }
  const first = new Map([[name, pool]])
  pools.set(registry, first)
  const registers = [registry]
  new Gauge({
    name: 'signalpost_database_connections',
    help: 'Connections to PostgreSQL, by pool and state: in_use or idle.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [each, { totalCount, idleCount }] of first) {
        this.set({ pool: each, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool: each, state: 'idle' }, idleCount)
      }
    },
  })
  new Gauge({
    name: 'signalpost_database_waiting',
    help: 'Work that waits for a connection to PostgreSQL, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [each, { waitingCount }] of first) this.set({ pool: each }, waitingCount)
    },
  })
}
