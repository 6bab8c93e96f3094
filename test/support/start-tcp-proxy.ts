import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findLastingPort } from './find-lasting-port.ts'

/** What happens to bytes on their way: they pass, or vanish without a word while connections stay open. */
export type TcpProxy = {
  port: number
  /** From now on nothing passes on any connection, new ones included; nobody is told. */
  blackhole: () => void
  /** New connections work again. Those of before stay silent for ever, as after a firewall forgot them. */
  heal: () => void
  /** Resets every open connection. */
  resetAll: () => void
  stop: () => Promise<void>
}

/** A proxy in front of a server on 127.0.0.1. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const connections = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isBlackhole = false

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (!silent.has(from)) to.write(chunk)
    })
    from.on('close', () => {
      connections.delete(from)
      if (!silent.has(from)) to.destroy()
    })
    // Either side may break at any time; the close that follows is what matters.
    from.on('error', () => undefined)
  }
  const server = createServer((client) => {
    const upstream = connect({ port: targetPort, host: '127.0.0.1' })
    for (const socket of [client, upstream]) {
      connections.add(socket)
      if (isBlackhole) silent.add(socket)
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  const port = await findLastingPort()
  server.listen({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  return {
    port,
    blackhole: () => {
      isBlackhole = true
      for (const socket of connections) silent.add(socket)
    },
    heal: () => {
      isBlackhole = false
    },
    resetAll: () => {
      for (const socket of connections) socket.resetAndDestroy()
    },
    stop: async () => {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
