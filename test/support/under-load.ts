import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './start-harness.ts'

const lanes = 4
const pauseMs = 20

/** Runs `work` while a steady traffic comes in; the traffic ends with it. */
export async function underLoad({ sender, traffic }: Harness, work: () => Promise<void>): Promise<void> {
  let isRunning = true
  const lane = async (): Promise<void> => {
    while (isRunning) {
      await sender.send(traffic.next())
      await sleep(pauseMs)
    }
  }
  const sending = Promise.all(Array.from({ length: lanes }, lane))
  // Told below; until then a failure must not end the process.
  sending.catch(() => undefined)
  try {
    await work()
  } finally {
    isRunning = false
    await sending
  }
}
