import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnPostgres } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { startHarness } from '../../support/product/start-harness.ts'
import { acceptMore } from '../../support/sending/accept-more.ts'
import { whenResumed } from '../../support/when-resumed.ts'

const awaySeconds = Number(process.env.SIGNALPOST_TEST_AWAY_SECONDS || 600)
const lookEveryMs = 5_000
const readyWithinMs = 5_000

test(`no process ends while the database is away for ${awaySeconds} s, and all work within 5 s of its return`, async (context) => {
  const postgres = await startOwnPostgres({ durable: true })
  context.onTestFinished(postgres.remove)
  const counts = { intake: 1, worker: 1, api: 1 }
  const harness = await startHarness({ backend: 'postgres', databaseUrl: postgres.url, counts })
  context.onTestFinished(harness.stop)
  const { processes } = harness.product
  await acceptMore(harness, 50)
  const pids = processes.map((one) => one.pid())
  const ports = processes.map((one) => one.port() ?? 0)

  await postgres.stopHard()
  const reports: string[] = []
  for (let seconds = 0; seconds < awaySeconds; seconds += lookEveryMs / 1_000) {
    await sleep(lookEveryMs)
    reports.push(...(await Promise.all(ports.map(readReadiness))))
  }
  expect(reports.length).toBeGreaterThan(0)
  expect(reports.filter((one) => !/^503 .*postgres: the database is unreachable/.test(one))).toEqual([])
  await postgres.start()
  const backAtMs = performance.now()
  for (const port of ports) {
    await expect.poll(() => readReadiness(port), { timeout: 60_000, interval: 50 }).toMatch(/^200 /)
  }
  const readyMs = Math.round(performance.now() - backAtMs)
  await whenResumed(harness)
  const resumedMs = Math.round(performance.now() - backAtMs)
  await context.annotate(JSON.stringify({ awaySeconds, readyMs, resumedMs }))

  expect(processes.map((one) => one.pid())).toEqual(pids)
  await harness.settle()
  expect((await harness.judge()).complaints).toEqual([])
  expect(readyMs).toBeLessThanOrEqual(readyWithinMs)
  expect(resumedMs).toBeLessThanOrEqual(readyWithinMs)
}, 3_600_000)

async function readReadiness(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`)
  return `${response.status} ${await response.text()}`
}
