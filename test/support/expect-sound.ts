import { expect } from 'vitest'
import type { Harness } from './product/start-harness.ts'
import { resumeLimitMs } from './when-resumed.ts'

/**
 * Expects after the last fault that nothing stays queued longer than the contract allows, and that ledger and book
 * agree.
 */
export async function expectSound(harness: Harness): Promise<void> {
  await harness.product.whenReady()
  await harness.settle(resumeLimitMs)
  expect((await harness.judge()).complaints).toEqual([])
}
