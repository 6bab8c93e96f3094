import { once } from 'node:events'
import { createServer } from 'node:net'

const lowest = 20_000
const highest = 31_999
const tries = 50

/**
 * Returns a free port of 127.0.0.1 below the range from which the system picks ports, so nothing takes it while its
 * process restarts.
 */
export async function findLastingPort(): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
  throw new Error(`there is no free port between ${lowest} and ${highest}`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ port, host: '127.0.0.1' })
    await once(probe, 'listening')
  } catch {
    // Taken or forbidden: try another one.
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
