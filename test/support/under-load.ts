import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './start-harness.ts'

const lanes = 4
const pauseMs = 20

/** Runs `work` while a steady traffic comes in; the traffic ends with it. */
export async function underLoad({ sender, traffic }: Harness, work: () => Promise<void>): Promise<void> {
  let isRunning = true
  const sending = Array.from({ length: lanes }, async () => {
    while (isRunning) {
      await sender.send(traffic.next())
      await sleep(pauseMs)
    }
  })
  try {
    await work()
  } finally {
    isRunning = false
    await Promise.all(sending)
  }
}
