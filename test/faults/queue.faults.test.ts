import { setTimeout as sleep } from 'node:timers/promises'
import { createDeliveryQueue, queueBackendOf } from '@signalpost/queues'
import { waitUntil } from '@signalpost/testing'
import pg from 'pg'
import { describe, expect, type TestContext, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { expectSound } from '../support/expect-sound.ts'
import type { Harness } from '../support/product/start-harness.ts'
import { startTestHarness } from '../support/product/start-test-harness.ts'
import { underLoad } from '../support/sending/under-load.ts'
import { whenDrained } from '../support/when-resumed.ts'

const timeoutMs = 240_000
const requests = 30
const raceMs = 6_000
const raceIntervalMs = 30
const deaths = 2
const ofWorkers = `application_name = 'signalpost worker'`

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
        await whenDrained(harness)
      },
      timeoutMs,
    )

    test(
      'a job is taken up again however many workers died over it',
      async (context) => {
        const harness = await startTestHarness(context, { backend })
        await leaveEverythingToTheQueue(harness)
        const blocker = await blockApplying(context, harness)
        await harness.sender.send(harness.traffic.next())
        for (let death = 0; death < deaths; death += 1) await killWorkerInWork(harness)
        await waitUntil('the job is in work again', () => isWorkerBlocked(harness))
        await blocker.release()
        await expectSound(harness)
        await whenDrained(harness)
      },
      timeoutMs,
    )
  })
}

/** Makes nothing due for the sweep, so only its job leads to a delivery. */
async function leaveEverythingToTheQueue({ query }: Harness): Promise<void> {
  await query(`
    create function never_due() returns trigger language plpgsql as $$
    begin
      new.due_at := now() + interval '1 day';
      return new;
    end $$;
    create trigger never_due before insert on deliveries for each row execute function never_due()`)
}

/** Makes a worker wait in the middle of its transaction. */
async function blockApplying(
  { onTestFinished }: TestContext,
  { databaseUrl }: Harness,
): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table identities in access exclusive mode')
  return {
    release: async () => {
      await client.query('commit')
    },
  }
}

async function killWorkerInWork(harness: Harness): Promise<void> {
  await waitUntil('a worker has the job in work', () => isWorkerBlocked(harness))
  await harness.product.workers[0]?.kill()
  // The server does not notice at once that the worker is gone, and would keep its rows locked.
  await harness.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${ofWorkers} and datname = current_database()`,
  )
  expect(await harness.queueStore.expireLocks()).toBe(1)
}

async function isWorkerBlocked({ query }: Harness): Promise<boolean> {
  const blocked = await query(
    `select from pg_stat_activity
     where ${ofWorkers} and datname = current_database() and wait_event_type = 'Lock'
       and query like '%insert into identities%'`,
  )
  return blocked.length > 0
}

/** Enqueues every batch repeatedly, while every worker also sweeps it. */
async function raceForBatches({ databaseUrl, queueStore, query }: Harness): Promise<void> {
  const backend = queueBackendOf({ databaseUrl, redisUrl: queueStore.redisUrl })
  const queue = createDeliveryQueue({ backend, onError: () => undefined })
  try {
    const endsAtMs = performance.now() + raceMs
    while (performance.now() < endsAtMs) {
      await query(`update deliveries set due_at = now() where status = 'queued' and due_at > now()`)
      const batches = await query(
        'select batch_id as id, count(*)::int as deliveries from deliveries group by 1 order by 1 desc limit 5',
      )
      // Under load, enqueuing may be too late; that batch then sits out this round.
      await Promise.allSettled(batches.map(({ id, deliveries }) => queue.add(String(id), Number(deliveries))))
      await sleep(raceIntervalMs)
    }
  } finally {
    await queue.close()
  }
}
