import { canMount, mountSmallDisk, startOwnPostgres, waitUntil } from '@signalpost/testing'
import { test } from 'vitest'
import { expectSound } from '../support/expect-sound.ts'
import { startHarness } from '../support/product/start-harness.ts'
import { underLoad } from '../support/sending/under-load.ts'
import { whenResumed } from '../support/when-resumed.ts'

const timeoutMs = 180_000
const diskSize = '192m'

test.skipIf(!canMount())(
  'a full disk is a clear 503 (tested as root, on a small tmpfs), and all work continues once there is space again',
  async ({ onTestFinished }) => {
    const disk = mountSmallDisk(diskSize)
    onTestFinished(disk.unmount)
    const postgres = await startOwnPostgres({ parent: disk.path })
    onTestFinished(postgres.remove)
    const harness = await startHarness({ backend: 'postgres', databaseUrl: postgres.url })
    onTestFinished(harness.stop)
    const { statuses } = harness.sender.totals
    await underLoad(harness, async () => {
      await waitUntil('the load runs', () => (statuses[202] ?? 0) > 20)
      disk.fill()
      await waitUntil('the intake reports the full disk', () => (statuses[503] ?? 0) > 20)
      disk.free()
      if (!postgres.isRunning()) await postgres.start()
      await whenResumed(harness)
    })
    await expectSound(harness)
  },
  timeoutMs,
)
