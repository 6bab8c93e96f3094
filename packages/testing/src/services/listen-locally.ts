import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'

/** Has a server listen on a free port of 127.0.0.1. `close` also ends open connections. */
export async function listenLocally(
  server: Server | SecureServer,
): Promise<{ port: number; close: () => Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
