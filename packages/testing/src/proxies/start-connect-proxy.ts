import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

export type ConnectProxy = {
  host: string
  port: number
  /** The value of `Proxy-Authorization` that it accepts; undefined if it accepts any. */
  authorization: string | undefined
  /** What tunnels were asked for, in order, as `host:port`. */
  asked: string[]
  close: () => Promise<void>
}

/**
 * Starts a proxy after RFC 9110 that leads every tunnel to the server at this port of 127.0.0.1, so that names need not
 * exist. With `login`, it refuses clients without it.
 */
export async function startConnectProxy(
  leadTo: number,
  { login }: { login?: { user: string; password: string } } = {},
): Promise<ConnectProxy> {
  const authorization = login && `Basic ${btoa(`${login.user}:${login.password}`)}`
  const asked: string[] = []
  const open = new Set<Socket>()
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  }
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', keep)
  server.on('connect', (request, client, rest) => {
    asked.push(request.url ?? '')
    client.on('error', () => undefined)
    if (authorization !== undefined && request.headers['proxy-authorization'] !== authorization) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
      return
    }
    const target = connect(leadTo, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(rest)
      client.pipe(target).pipe(client)
    })
    keep(target)
    target.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return {
    host: '127.0.0.1',
    port: address.port,
    authorization,
    asked,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
