import { createServer } from 'node:net'
import { pause } from '@signalpost/runtime'

const pollMs = 100

export type Address = { host: string; port: number }

/** Waits at most `limitMs` until nothing listens on the port. Returns whether it is free. */
export async function waitForFreePort(
  address: Address,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const deadline = performance.now() + limitMs
  for (;;) {
    if (!(await isTaken(address))) return true
    if (signal.aborted || performance.now() >= deadline) return false
    await pause(pollMs, signal)
  }
}

/** Whether the port is in use. The process itself reports any other reason. */
function isTaken(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    probe.listen(address, () => probe.close(() => resolve(false)))
  })
}
