import { expect } from 'vitest'
import type { Harness } from './start-harness.ts'
import { resumeLimitMs } from './when-resumed.ts'

/** After the last fault: nothing stays queued for longer than the contract allows, and ledger and book agree. */
export async function expectSound(harness: Harness): Promise<void> {
  await harness.product.whenReady()
  await harness.settle(resumeLimitMs)
  expect((await harness.judge()).complaints).toEqual([])
}
