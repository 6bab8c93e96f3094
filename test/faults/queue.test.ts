import { setTimeout as sleep } from 'node:timers/promises'
import { createDeliveryQueue, queueBackendOf } from '@signalpost/queues'
import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { expectDrained, expectSound } from '../support/expect-sound.ts'
import type { Harness } from '../support/start-harness.ts'
import { startTestHarness } from '../support/start-test-harness.ts'
import { underLoad } from '../support/under-load.ts'

const timeoutMs = 120_000
const requests = 30
const raceMs = 6_000
const raceIntervalMs = 30

for (const { backend, isMissing } of backendCases) {
  describe.skipIf(isMissing)(`with jobs on ${backend}`, { concurrent: true }, () => {
    test(
      'what lost its job before a worker saw it is applied all the same',
      async (context) => {
        const harness = await startTestHarness(context, { backend })
        const [worker] = harness.product.workers
        expect(await worker?.stop()).toEqual({ code: 0, signal: null })
        for (let sent = 0; sent < requests; sent += 1) await harness.sender.send(harness.traffic.next())
        expect(await harness.queueStore.deleteRandomJobs(1_000)).toBeGreaterThan(0)
        expect(await harness.queueStore.countJobs()).toBe(0)
        await worker?.start()
        await expectSound(harness)
      },
      timeoutMs,
    )

    test(
      'workers that all reach for the same batches apply each delivery once',
      async (context) => {
        const harness = await startTestHarness(context, { backend, counts: { intake: 1, worker: 3 } })
        await underLoad(harness, () => raceForBatches(harness))
        await expectSound(harness)
        await expectDrained(harness)
      },
      timeoutMs,
    )
  })
}

/** Announces every batch again and again, and has it swept by every worker at the same time. */
async function raceForBatches({ databaseUrl, queueStore, query }: Harness): Promise<void> {
  const backend = queueBackendOf({ databaseUrl, redisUrl: queueStore.redisUrl })
  const queue = createDeliveryQueue({ backend, onError: () => undefined })
  try {
    const endsAtMs = performance.now() + raceMs
    while (performance.now() < endsAtMs) {
      await query(`update deliveries set due_at = now() where status = 'queued' and due_at > now()`)
      const batches = await query('select distinct batch_id as id from deliveries order by 1 desc limit 5')
      for (const { id } of batches) await queue.add(String(id))
      await sleep(raceIntervalMs)
    }
  } finally {
    await queue.close()
  }
}
