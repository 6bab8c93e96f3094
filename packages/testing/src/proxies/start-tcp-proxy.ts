import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findLastingPort } from '../programs/find-lasting-port.ts'

/** Controls the bytes between clients and a server. */
export type TcpProxy = {
  port: number
  /** Silently stops all traffic, on new connections too. */
  blackhole: () => void
  /** Drops the server's replies from now on; requests still arrive. */
  dropReplies: () => void
  /** Closes new connections at once. */
  refuse: () => void
  /** Delays every byte by this much, in each direction. */
  delay: (byMs: number) => void
  /** Opens each new connection to the server this much later. */
  delayConnections: (byMs: number) => void
  /** New connections work again. Those that lost bytes stay silent, as if a firewall had forgotten them. */
  heal: () => void
  /** Sends new connections to another server on 127.0.0.1, and resets open ones. */
  leadTo: (nextPort: number) => void
  /** Resets every open connection. */
  resetAll: () => void
  /** Ends the client's half of every open connection, like a client that has finished and still listens. */
  halfCloseAll: () => void
  stop: () => Promise<void>
}

type Pair = { client: Socket; upstream: Socket }

/** Starts a proxy in front of a server on 127.0.0.1, at first the one on `targetPort`. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const silent = new WeakSet<Socket>()
  let isBlackhole = false
  let dropsReplies = false
  let refuses = false
  let delayMs = 0
  let connectDelayMs = 0
  let upstreamPort = targetPort

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (silent.has(from)) return
      // Timers of equal length fire in order, so bytes keep theirs.
      if (delayMs > 0) setTimeout(() => to.writable && to.write(chunk), delayMs)
      else to.write(chunk)
    })
    from.on('close', () => {
      if (!silent.has(from)) to.destroy()
    })
    // Either side may break at any time; only the close that follows matters.
    from.on('error', () => undefined)
  }
  const server = createServer((client) => {
    if (refuses) {
      client.resetAndDestroy()
      return
    }
    client.on('error', () => undefined)
    if (connectDelayMs === 0) join(client)
    else setTimeout(() => join(client), connectDelayMs)
  })
  const join = (client: Socket): void => {
    if (client.destroyed) return
    const upstream = connect({ port: upstreamPort, host: '127.0.0.1' })
    const pair = { client, upstream }
    pairs.add(pair)
    upstream.once('close', () => pairs.delete(pair))
    if (isBlackhole) silent.add(client)
    if (isBlackhole || dropsReplies) silent.add(upstream)
    pass(client, upstream)
    pass(upstream, client)
  }
  const port = await findLastingPort()
  server.listen({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  const sockets = (): Socket[] => [...pairs].flatMap(({ client, upstream }) => [client, upstream])
  const resetAll = (): void => {
    for (const socket of sockets()) socket.resetAndDestroy()
  }
  return {
    port,
    blackhole: () => {
      isBlackhole = true
      for (const socket of sockets()) silent.add(socket)
    },
    dropReplies: () => {
      dropsReplies = true
      for (const { upstream } of pairs) silent.add(upstream)
    },
    refuse: () => {
      refuses = true
    },
    delay: (byMs) => {
      delayMs = byMs
    },
    delayConnections: (byMs) => {
      connectDelayMs = byMs
    },
    heal: () => {
      isBlackhole = false
      dropsReplies = false
      refuses = false
      delayMs = 0
      connectDelayMs = 0
    },
    leadTo: (nextPort) => {
      upstreamPort = nextPort
      resetAll()
    },
    resetAll,
    halfCloseAll: () => {
      for (const { upstream } of pairs) upstream.end()
    },
    stop: async () => {
      for (const socket of sockets()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
