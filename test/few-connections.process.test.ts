import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectSound } from './support/expect-sound.ts'
import { keepWarehouses, startWarehousePlaces } from './support/product/kept-warehouses.ts'
import { startTestHarness } from './support/product/start-test-harness.ts'
import { underLoad } from './support/sending/under-load.ts'

const most = 10
const pollMs = 50
const loadMs = 5_000
const settleMs = 180_000

// The queue names the connection on which it listens after itself.
const countOpened = `
  select count(*)::integer as opened from pg_stat_activity
  where datname = current_database() and (application_name like 'signalpost%' or application_name like '%deliveries%')`

test('ten connections suffice for an intake and a worker with two warehouses under load, and they open no more', async (context) => {
  const places = await startWarehousePlaces()
  context.onTestFinished(() => places.stop())
  const env = { ...places.env, SIGNALPOST_DATABASE_CONNECTIONS: String(most) }
  const harness = await startTestHarness(context, { backend: 'postgres', env })
  await using kept = await keepWarehouses(harness, places)
  let peak = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const [row] = await harness.query(countOpened)
      peak = Math.max(peak, Number(row?.opened))
      await sleep(pollMs)
    }
  }
  const watching = watch()
  try {
    await underLoad(harness, () => sleep(loadMs))
    await expectSound(harness)
    await kept.settle(settleMs)
  } finally {
    isOver = true
    await watching
  }
  expect((await kept.judge()).complaints).toEqual([])
  expect(peak).toBeLessThanOrEqual(2 * most)
  expect(peak).toBeGreaterThan(most)
}, 300_000)
