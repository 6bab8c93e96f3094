import { setTimeout as sleep } from 'node:timers/promises'
import type { TcpProxy } from '@signalpost/testing'
import { defineFault, type Fault } from '../fault.ts'

const awayMs = 3_000
const delayedByMs = 200
const rounds = 10

export const stopPostgres = defineFault({
  name: 'postgres-stopped-hard',
  strike: async ({ postgres }) => {
    await postgres.stopHard()
    await sleep(awayMs)
    await postgres.start()
  },
})

export const restartPostgres = defineFault({
  name: 'postgres-crashes-and-is-back-at-once',
  strike: async ({ postgres }) => {
    await postgres.stopHard()
    await postgres.start()
  },
})

export const failOverPostgres = defineFault({
  name: 'postgres-fails-over-to-a-synchronous-replica',
  strike: ({ postgres }) => postgres.failOver(() => sleep(awayMs)),
})

export const resetPostgres = defineFault({
  name: 'postgres-connections-reset',
  strike: async ({ postgresProxy }) => {
    for (let round = 0; round < rounds; round += 1) {
      postgresProxy.resetAll()
      await sleep(awayMs / rounds)
    }
  },
})

export const halfClosePostgres = defineFault({
  name: 'postgres-connections-half-closed',
  strike: async ({ postgresProxy }) => {
    postgresProxy.halfCloseAll()
    await sleep(awayMs)
  },
})

export const blackholePostgres = proxied('postgres-silent', (proxy) => proxy.blackhole())
export const deafPostgres = proxied('postgres-replies-lost', (proxy) => proxy.dropReplies())
export const slowPostgres = proxied('postgres-slow', (proxy) => proxy.delay(delayedByMs))
export const refusingPostgres = proxied('postgres-refuses', (proxy) => {
  proxy.refuse()
  proxy.resetAll()
})

function proxied(name: string, begin: (proxy: TcpProxy) => void): Fault {
  return defineFault({
    name,
    strike: async ({ postgresProxy }) => {
      begin(postgresProxy)
      await sleep(awayMs)
      postgresProxy.heal()
    },
  })
}
