import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisServer, startRedis, type TcpProxy, waitUntil } from '@signalpost/testing'
import type { BackendName } from '../../support/product/queue-store.ts'
import { pickOne } from '../../support/sending/random.ts'
import { defineFault, type Fault } from '../fault.ts'

const awayMs = 3_000
const onRedis: readonly BackendName[] = ['redis', 'redis-cluster']

export const killRedis = defineFault({
  name: 'redis-killed',
  backends: onRedis,
  strike: async ({ harness }) => {
    const { servers } = harness.queueStore
    await Promise.all(servers.map((server) => server.kill()))
    await sleep(awayMs)
    await Promise.all(servers.map((server) => server.restart()))
  },
})

export const killOneNode = defineFault({
  name: 'redis-node-killed',
  backends: ['redis-cluster'],
  strike: async ({ harness }) => {
    const node = pickOne(harness.queueStore.servers, harness.random)
    await node.kill()
    await sleep(awayMs)
    await node.restart()
  },
})

export const flushRedis = defineFault({
  name: 'redis-flushed',
  backends: onRedis,
  strike: async ({ harness }) => {
    await Promise.all(harness.queueStore.servers.map((server) => server.flush()))
  },
})

export const freezeRedis = defineFault({
  name: 'redis-frozen',
  backends: onRedis,
  strike: async ({ harness }) => {
    for (const server of harness.queueStore.servers) server.pause()
    await sleep(awayMs)
    for (const server of harness.queueStore.servers) server.resume()
  },
})

export const fillRedis = defineFault({
  name: 'redis-out-of-memory',
  backends: onRedis,
  strike: async ({ harness }) => {
    const limit = (bytes: string): Promise<unknown> =>
      Promise.all(
        harness.queueStore.servers.map((server) => server.call('CONFIG', 'SET', 'maxmemory', bytes)),
      )
    await limit('1')
    await sleep(awayMs)
    await limit('0')
  },
})

/** An operator's mistake while the product runs: Redis evicts keys to make room. */
export const evictingRedis = defineFault({
  name: 'redis-evicts-keys',
  backends: onRedis,
  strike: async ({ harness }) => {
    const { servers } = harness.queueStore
    const set = (name: string, value: string): Promise<unknown> =>
      Promise.all(servers.map((server) => server.call('CONFIG', 'SET', name, value)))
    await set('maxmemory-policy', 'allkeys-random')
    await set('maxmemory', '1')
    await sleep(awayMs)
    await set('maxmemory', '0')
    await set('maxmemory-policy', 'noeviction')
  },
})

/** Replication is asynchronous: the primary's latest writes are lost with it, and so are those still on the way. */
export const failOverRedis = defineFault({
  name: 'redis-fails-over-to-a-replica',
  backends: ['redis'],
  strike: async ({ harness, redisProxy }) => {
    const [primary] = harness.queueStore.servers
    if (redisProxy === undefined || primary === undefined)
      throw new Error('There is no proxy in front of Redis.')
    const replica = await startRedis()
    try {
      await follow(replica, primary)
      await primary.kill()
      await promote(replica)
      redisProxy.leadTo(replica.port)
      await sleep(awayMs)
      await primary.restart()
      await follow(primary, replica)
      await replica.kill()
      await promote(primary)
      redisProxy.leadTo(primary.port)
    } finally {
      await replica.stop()
    }
  },
})

async function follow(replica: RedisServer, primary: RedisServer): Promise<void> {
  // It would first wait for other replicas.
  await primary.call('CONFIG', 'SET', 'repl-diskless-sync-delay', '0')
  await replica.call('REPLICAOF', '127.0.0.1', primary.port)
  await waitUntil('the replica of Redis follows', async () =>
    String(await replica.call('INFO', 'replication')).includes('master_link_status:up'),
  )
}

async function promote(replica: RedisServer): Promise<void> {
  await replica.call('REPLICAOF', 'NO', 'ONE')
}

export const resetRedis = proxied('redis-connections-reset', (proxy) => proxy.resetAll())
export const blackholeRedis = proxied('redis-silent', (proxy) => proxy.blackhole())
export const deafRedis = proxied('redis-replies-lost', (proxy) => proxy.dropReplies())
export const slowRedis = proxied('redis-slow', (proxy) => proxy.delay(200))

function proxied(name: string, begin: (proxy: TcpProxy) => void): Fault {
  return defineFault({
    name,
    backends: ['redis'],
    strike: async ({ redisProxy }) => {
      if (redisProxy === undefined) throw new Error('There is no proxy in front of Redis.')
      begin(redisProxy)
      await sleep(awayMs)
      redisProxy.heal()
    },
  })
}
