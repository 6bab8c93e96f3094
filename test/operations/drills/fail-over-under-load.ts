import type { TestContext } from 'vitest'
import type { BackendName } from '../../support/product/queue-store.ts'
import { startHarness } from '../../support/product/start-harness.ts'
import { acceptMore } from '../../support/sending/accept-more.ts'
import { underLoad } from '../../support/sending/under-load.ts'
import { startFailoverPair } from '../support/start-failover-pair.ts'

export type FailoverReport = {
  /** From the end of each primary to the first 202 for a request that began after it. */
  secondsUntilAccepted: number[]
  acknowledged: number
  lost: number
  appliedTwice: number
  complaints: string[]
  stepsLeftOut: string[]
}

const acceptedBetween = 100
const settleLimitMs = 120_000

/** Promotes the standby again and again while senders send, and compares the ledger with their book. */
export async function failOverUnderLoad(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { backend, promotions }: { backend: BackendName; promotions: number },
): Promise<FailoverReport> {
  const pair = await startFailoverPair()
  onTestFinished(pair.stop)
  const harness = await startHarness({ backend, databaseUrl: pair.url })
  onTestFinished(harness.stop)
  const secondsUntilAccepted: number[] = []
  await underLoad(harness, async () => {
    for (let promotion = 0; promotion < promotions; promotion += 1) {
      await acceptMore(harness, acceptedBetween)
      const endedAtMs = performance.now()
      await pair.failOver(async () => {
        await acceptMore(harness, 1)
        secondsUntilAccepted.push((performance.now() - endedAtMs) / 1_000)
      })
    }
    await acceptMore(harness, acceptedBetween)
  })
  await harness.product.whenReady()
  await harness.settle(settleLimitMs)
  const { audit, complaints } = await harness.judge()
  const { acknowledged, lost, appliedTwice } = audit
  return {
    secondsUntilAccepted,
    acknowledged,
    lost,
    appliedTwice,
    complaints,
    stepsLeftOut: pair.stepsLeftOut(),
  }
}
