import { createServer } from 'node:net'
import { pause } from './pause.ts'

const pollMs = 100

export type Address = { host: string; port: number }

/** Waits, for `limitMs` at most, until nothing listens there any more, and answers whether that is so. */
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

/** Any other reason not to listen there is for the process itself to tell. */
function isTaken(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    probe.listen(address, () => probe.close(() => resolve(false)))
  })
}
