import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from '../product/start-harness.ts'

const lanes = 4
const pauseMs = 20

/** Runs `work` under a steady traffic, which ends with it. */
export async function underLoad({ sender, traffic }: Harness, work: () => Promise<void>): Promise<void> {
  let isRunning = true
  const lane = async (): Promise<void> => {
    while (isRunning) {
      await sender.send(traffic.next())
      await sleep(pauseMs)
    }
  }
  const sending = Promise.all(Array.from({ length: lanes }, lane))
  // The error is thrown below; until then it must not be an unhandled rejection.
  sending.catch(() => undefined)
  try {
    await work()
  } finally {
    isRunning = false
    await sending
  }
}
