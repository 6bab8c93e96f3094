import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Counter, type Registry } from 'prom-client'
import { type Networks, noNetworks, parseNetworks } from '../config/networks.ts'
import { requestId } from '../http/request-id.ts'
import { sendError } from '../http/send-error.ts'
import { StartError } from '../lifecycle/start-error.ts'
import { answerClientError } from './answer-client-error.ts'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'
import { type Connection, trackConnection } from './track-connection.ts'

export type Listener = {
  port: number
  /** Finishes every request whose header was read, closes idle connections, then resolves. */
  close: () => Promise<void>
}

export type ListenOptions = Partial<ConnectionLimits> & {
  handler: RequestListener
  host: string
  /** 0 takes any free port. */
  port: number
  /** The environment variable that sets the port, named in the error when the port is taken. */
  portVariable?: string
  headersTimeoutMs?: number
  requestTimeoutMs?: number
  /** How long to keep an idle connection. Must exceed what balancers use, or they send into a closing one. */
  keepAliveMs?: number
  /** Once aborted, every answer closes its connection; new connections are accepted until `close`. */
  draining?: AbortSignal | undefined
  /** The port opens once this has resolved, or `draining` is aborted. */
  opensAfter?: Promise<unknown> | undefined
  /** These carry connections of many clients and get no limit for one. */
  trustedProxies?: Networks
  /** Gets a counter of refused connections. */
  registry?: Registry
}

/** Requests of one connection. Few clients pipeline at all, and none needs more at once. */
const maxUnanswered = 16
/** Requests of all connections that arrived in one piece with earlier ones and wait for their turn. */
const maxKept = 10_000
const loopback = parseNetworks('127.0.0.0/8, ::1') ?? noNetworks

/**
 * An HTTP server fit for the open internet: everything that a client can hold is bounded, and requests that the parser
 * refuses get the Error body. Every answer carries `x-request-id` and `Cache-Control: no-store`.
 *
 * @throws StartError when it cannot listen on the address
 */
export async function listen({
  handler,
  host,
  port,
  portVariable = 'another port',
  headersTimeoutMs = 10_000,
  requestTimeoutMs = 15_000,
  keepAliveMs = 75_000,
  draining,
  opensAfter,
  maxConnections = 8_192,
  maxConnectionsPerAddress = 1_024,
  trustedProxies = noNetworks,
  registry,
}: ListenOptions): Promise<Listener> {
  const connections = new Map<Socket, Connection>()
  const countRefused = createRefusalCounter(registry)
  let isClosing = false
  let kept = 0

  const begin = ({ request, response }: { request: IncomingMessage; response: ServerResponse }): void => {
    response.setHeader('x-request-id', requestId(request))
    response.setHeader('cache-control', 'no-store')
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      sendError(response, { code: 'bad_request', message: 'The Host header is missing.' })
      return
    }
    handler(request, response)
  }
  const onRequest: RequestListener = (request, response) => {
    connections.get(request.socket)?.add({ request, response })
  }
  const onConnection = (socket: Socket): void => {
    const connection = trackConnection({
      socket,
      maxUnanswered,
      begin,
      isLeaving: () => isClosing || draining?.aborted === true,
      onKept: (change) => {
        kept += change
        if (kept <= maxKept || change < 0) return
        socket.destroy()
        countRefused('pipelining')
      },
    })
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
  }

  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 500,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: 16_384,
      insecureHTTPParser: false,
      requireHostHeader: false, // Node would answer without our Error body
    },
    onRequest,
  )
  server.maxHeadersCount = 0 // bounded by size instead; a count would silently drop headers
  server.timeout = 60_000 // for a connection without traffic, such as a reader that stopped reading
  server.on('checkExpectation', onRequest)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    onRequest(request, response)
  })
  limitConnections(server, {
    ...{ maxConnections, maxConnectionsPerAddress },
    // A client on this machine may be a proxy too.
    exempt: { has: (address) => loopback.has(address) || trustedProxies.has(address) },
    onRefused: countRefused,
  })
  server.on('connection', onConnection)
  server.on('connect', (_request, socket: Socket) => answerClientError(new Error('CONNECT'), socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket)
    const latest = connection?.latest()
    const unanswered = connection?.unanswered() ?? 0
    if (latest !== undefined && !latest.req.complete) {
      // The fault is in the body of the latest request, which may be answered already.
      if (latest.headersSent || unanswered > 1) socket.destroy()
      else answerClientError(error, socket)
    } else if (unanswered > 0) {
      // It followed complete requests: those are answered, this one is not.
      connection?.closeAfterAnswers()
    } else answerClientError(error, socket)
  })
  draining?.addEventListener('abort', () => {
    for (const connection of connections.values()) {
      // Idle connections stay open: balancers may use them until they notice.
      if (connection.unanswered() > 0) connection.closeAfterAnswers()
    }
  })

  if (opensAfter !== undefined) await Promise.race([opensAfter, whenAborted(draining)])
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startErrorFor(error, { host, port, portVariable })))
    server.listen({ host, port }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port, // the cast: a server on a port has no other kind of address
    close: async () => {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections.values()) connection.closeAfterAnswers()
      await closed
    },
  }
}

function whenAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

type Refusal = 'process_limit' | 'address_limit' | 'pipelining'

function createRefusalCounter(registry: Registry | undefined): (reason: Refusal) => void {
  if (registry === undefined) return () => undefined
  const counter = new Counter({
    name: 'signalpost_connections_refused_total',
    help: 'Connections closed because there were too many, or too many requests waiting on them.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of ['process_limit', 'address_limit', 'pipelining']) counter.inc({ reason }, 0)
  return (reason) => counter.inc({ reason })
}

function startErrorFor(
  error: NodeJS.ErrnoException,
  { host, port, portVariable }: { host: string; port: number; portVariable: string },
): Error {
  const remedies: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken; set ${portVariable}`,
    EACCES: `port ${port} may not be used by this user; set ${portVariable}`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; set SIGNALPOST_HOST`,
    ENOTFOUND: `${host} is not an address of this machine; set SIGNALPOST_HOST`,
  }
  const remedy = remedies[error.code ?? '']
  return remedy === undefined ? error : new StartError(remedy, { cause: error })
}

/**
 * Sends `100 Continue` only when the body is read, so a sender whose request is refused earlier does not send the body.
 * Such a refusal closes the connection, because the server could not know whether the following bytes are the body.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  request.once('resume', () => {
    if (response.headersSent) return
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  })
}
