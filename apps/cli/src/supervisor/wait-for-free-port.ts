import { createServer } from 'node:net'
import { pause } from './pause.ts'

const pollMs = 100

/** Waits until nothing listens on the port any more, or the limit or the signal ends the waiting. */
export async function waitForFreePort(
  address: { host: string; port: number },
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!signal.aborted && performance.now() < deadline && !(await isFree(address))) {
    await pause(pollMs, signal)
  }
}

function isFree(address: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(address, () => probe.close(() => resolve(true)))
  })
}
