import { setTimeout as sleep } from 'node:timers/promises'
import { signServiceV1 } from '@signalpost/signatures'
import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { expectSound } from '../support/expect-sound.ts'
import { startTestHarness } from '../support/product/start-test-harness.ts'
import { openRequest } from '../support/sending/open-request.ts'
import { underLoad } from '../support/sending/under-load.ts'

const timeoutMs = 180_000
const calmMs = 500
const openRequests = 20

describe('SIGTERM', { concurrent: true }, () => {
  // Rolling restarts, in their own file, run on PostgreSQL.
  for (const { backend, isMissing } of backendCases.filter((one) => one.backend !== 'postgres')) {
    test.skipIf(isMissing)(
      `to every process in turn, under load, ends each with 0 and loses nothing on ${backend}`,
      async (context) => {
        const harness = await startTestHarness(context, { backend, counts: { intake: 2, worker: 2 } })
        await underLoad(harness, async () => {
          for (const one of harness.product.processes) {
            await sleep(calmMs)
            expect([one.name, await one.stop()]).toEqual([one.name, { code: 0, signal: null }])
            await one.start()
          }
        })
        await expectSound(harness)
      },
      timeoutMs,
    )
  }

  test(
    'leaves no request unanswered whose header was read',
    async (context) => {
      const harness = await startTestHarness(context, { backend: 'postgres' })
      const [source] = harness.sources
      const [intake] = harness.product.intakes
      const [url] = harness.product.intakeUrls()
      const timestampSeconds = Math.floor(Date.now() / 1000)
      const opened = await Promise.all(
        Array.from({ length: openRequests }, (_, index) => {
          const orgId = source?.orgId
          const occurredAt = '2026-11-01T00:00:00.000Z'
          const event = { id: `evt_${index}`, type: 'ping', occurredAt, orgId, data: {} }
          const body = Buffer.from(JSON.stringify(event))
          const signature = signServiceV1({ secret: source?.secret ?? '', timestampSeconds, body })
          const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
          return openRequest(`${url}/hooks/${source?.sourceId}`, { headers, body })
        }),
      )
      await Promise.all(opened.map((one) => one.whenHeaderRead()))
      const ended = intake?.stop()
      await sleep(calmMs)
      for (const one of opened) one.sendBody()
      const statuses = await Promise.all(opened.map((one) => one.status()))
      expect(await ended).toEqual({ code: 0, signal: null })
      // A busy store may answer 503, which counts too; every request must have an answer.
      const accepted = statuses.flatMap((status, index) => (status === 202 ? [`evt_${index}`] : []))
      expect(statuses.filter((status) => status !== 202 && status !== 503)).toEqual([])
      expect(accepted).not.toEqual([])
      await harness.settle()
      const applied = await harness.query(`select event_id as id from deliveries where status = 'applied'`)
      expect(applied.map((row) => row.id)).toEqual(expect.arrayContaining(accepted))
    },
    timeoutMs,
  )
})
