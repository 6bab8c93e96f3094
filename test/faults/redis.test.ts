import { setTimeout as sleep } from 'node:timers/promises'

import { redisAvailable } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { expectDrained, expectResumed, expectSound } from '../support/expect-sound.ts'
import type { Harness } from '../support/start-harness.ts'
import { startTcpProxy, type TcpProxy } from '../support/start-tcp-proxy.ts'
import { startTestHarness } from '../support/start-test-harness.ts'
import { underLoad } from '../support/under-load.ts'

const timeoutMs = 300_000
const loadMs = 1_000
const awayMs = 4_000

/** While Redis is away the intake accepts as ever; afterwards the queue is used again and everything is right. */
async function survive(harness: Harness, fault: { begin: () => unknown; end: () => unknown }): Promise<void> {
  await underLoad(harness, async () => {
    await sleep(loadMs)
    await fault.begin()
    const before = harness.sender.totals.ok
    await sleep(awayMs)
    expect(harness.sender.totals.ok).toBeGreaterThan(before)
    await fault.end()
    await expectResumed(harness)
  })
  await expectSound(harness)
  await expectDrained(harness)
}

describe.skipIf(!redisAvailable())(
  'everything is applied once although Redis is',
  { concurrent: true },
  () => {
    for (const appendonly of [true, false]) {
      test(
        `killed and started again, ${appendonly ? 'with' : 'without'} persistence`,
        async (context) => {
          const harness = await startTestHarness(context, { backend: 'redis', appendonly })
          const { servers } = harness.queueStore
          await survive(harness, {
            begin: () => Promise.all(servers.map((server) => server.kill())),
            end: () => Promise.all(servers.map((server) => server.restart())),
          })
        },
        timeoutMs,
      )
    }

    test(
      'a Cluster whose nodes are killed and started again',
      async (context) => {
        const harness = await startTestHarness(context, { backend: 'redis-cluster' })
        const { servers } = harness.queueStore
        await survive(harness, {
          begin: () => Promise.all(servers.map((server) => server.kill())),
          end: () => Promise.all(servers.map((server) => server.restart())),
        })
      },
      timeoutMs,
    )

    test(
      'flushed again and again',
      async (context) => {
        const harness = await startTestHarness(context, { backend: 'redis' })
        await survive(harness, {
          begin: async () => {
            for (let round = 0; round < 10; round += 1) {
              await sleep(100)
              for (const server of harness.queueStore.servers) await server.flush()
            }
          },
          end: () => undefined,
        })
      },
      timeoutMs,
    )

    test(
      'frozen and thawed',
      async (context) => {
        const harness = await startTestHarness(context, { backend: 'redis' })
        await survive(harness, {
          begin: () => harness.queueStore.servers.map((server) => server.pause()),
          end: () => harness.queueStore.servers.map((server) => server.resume()),
        })
      },
      timeoutMs,
    )

    test(
      'out of memory',
      async (context) => {
        const harness = await startTestHarness(context, { backend: 'redis' })
        const limit = (bytes: string) =>
          Promise.all(
            harness.queueStore.servers.map((server) => server.call('CONFIG', 'SET', 'maxmemory', bytes)),
          )
        await survive(harness, { begin: () => limit('1'), end: () => limit('0') })
      },
      timeoutMs,
    )

    test(
      'out of reach without a word',
      async (context) => {
        let proxy: TcpProxy | undefined
        const harness = await startTestHarness(context, {
          backend: 'redis',
          redisPort: async (port) => {
            proxy = await startTcpProxy(port)
            context.onTestFinished(proxy.stop)
            return proxy.port
          },
        })
        await survive(harness, { begin: () => proxy?.blackhole(), end: () => proxy?.heal() })
      },
      timeoutMs,
    )
  },
)
