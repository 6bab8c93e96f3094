import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** From now on nothing passes, in neither direction, and nothing is closed. */
  freeze: () => void
  /** Ends every connection and refuses new ones until `restore`. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

/** Stands before a server on this machine, to take it away. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        target.destroy()
      })
    }
    client.pipe(target)
    target.pipe(client)
    if (isFrozen) stall(client, target)
  })
  let isFrozen = false
  const open = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await open(0)
  return {
    port,
    freeze: () => {
      isFrozen = true
      stall(...sockets)
    },
    cut,
    restore: async () => {
      isFrozen = false
      await open(port)
    },
    close: cut,
  }
}

function stall(...sockets: Socket[]): void {
  for (const socket of sockets) {
    socket.unpipe()
    socket.pause()
  }
}
