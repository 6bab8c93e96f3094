import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendName } from '../../support/queue-store.ts'
import { pickOne } from '../../support/random.ts'
import type { TcpProxy } from '../../support/start-tcp-proxy.ts'
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
