import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port, reports it to the parent process, and ends with it. */
export function serve(handler: RequestListener): void {
  const server = createServer(handler)
  server.listen({ port: 0, host: '127.0.0.1' }, () => {
    // The cast: a server on a port has no other kind of address.
    process.send?.({ port: (server.address() as AddressInfo).port })
  })
  process.on('disconnect', () => process.exit(0))
}
