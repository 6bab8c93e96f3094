import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the kernel gives to sockets that ask for any, so none of them takes it in the meantime. */
const [least, most] = [10_000, 32_000]

/** Returns a port of 127.0.0.1 that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(least, most)
    const probe = createServer().listen({ port, host: '127.0.0.1' })
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
