import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { expectDrained, expectResumed, expectSound } from '../support/expect-sound.ts'
import { startHarness } from '../support/start-harness.ts'
import { startOwnPostgres } from '../support/start-own-postgres.ts'
import { startTcpProxy } from '../support/start-tcp-proxy.ts'
import { underLoad } from '../support/under-load.ts'

const timeoutMs = 240_000
const loadMs = 1_000
const awayMs = 4_000

describe.concurrent('PostgreSQL', () => {
  for (const { backend, isMissing } of backendCases) {
    test.skipIf(isMissing)(
      `stopped hard and started again under load, with jobs on ${backend}, costs nothing that was accepted`,
      async ({ onTestFinished }) => {
        const postgres = await startOwnPostgres()
        onTestFinished(postgres.remove)
        const harness = await startHarness({ backend, databaseUrl: postgres.url })
        onTestFinished(harness.stop)
        await underLoad(harness, async () => {
          await sleep(loadMs)
          await postgres.stopHard()
          await sleep(awayMs)
          expect(harness.sender.totals.statuses[503]).toBeGreaterThan(0)
          await postgres.start()
          await expectResumed(harness)
        })
        await expectSound(harness)
      },
      timeoutMs,
    )
  }

  test(
    'out of reach without a word is a 503, and once new connections pass all work goes on',
    async ({ onTestFinished }) => {
      const postgres = await startOwnPostgres()
      onTestFinished(postgres.remove)
      const proxy = await startTcpProxy(Number(new URL(postgres.url).port))
      onTestFinished(proxy.stop)
      const url = Object.assign(new URL(postgres.url), { port: proxy.port }).href
      const harness = await startHarness({ backend: 'postgres', databaseUrl: url })
      onTestFinished(harness.stop)
      await underLoad(harness, async () => {
        await sleep(loadMs)
        proxy.blackhole()
        await sleep(awayMs)
        expect(harness.sender.totals.statuses[503]).toBeGreaterThan(0)
        proxy.heal()
        await expectResumed(harness)
      })
      await expectSound(harness)
      await expectDrained(harness)
    },
    timeoutMs,
  )

  test(
    'that cuts every connection again and again costs nothing that was accepted',
    async ({ onTestFinished }) => {
      const postgres = await startOwnPostgres()
      onTestFinished(postgres.remove)
      const proxy = await startTcpProxy(Number(new URL(postgres.url).port))
      onTestFinished(proxy.stop)
      const url = Object.assign(new URL(postgres.url), { port: proxy.port }).href
      const harness = await startHarness({ backend: 'postgres', databaseUrl: url })
      onTestFinished(harness.stop)
      await underLoad(harness, async () => {
        for (let round = 0; round < 20; round += 1) {
          await sleep(200)
          proxy.resetAll()
        }
        await expectResumed(harness)
      })
      await expectSound(harness)
    },
    timeoutMs,
  )
})
