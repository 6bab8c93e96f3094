import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server. On `swallow`, open connections stop carrying bytes; later connections work. */
export type Network = { url: string; swallow: () => void; close: () => Promise<void> }

export async function startNetwork(serverUrl: string): Promise<Network> {
  const { hostname: host, port } = new URL(serverUrl)
  const open: Socket[][] = []
  const proxy = createServer((client) => {
    const server = connect({ host, port: Number(port) })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
    open.push([client, server])
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('a listening socket has no port')
  return {
    url: Object.assign(new URL(serverUrl), { port: String(address.port) }).href,
    swallow: () => {
      for (const socket of open.flat()) socket.unpipe().pause()
    },
    close: async () => {
      for (const socket of open.flat()) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
