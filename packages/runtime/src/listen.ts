import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerClientError } from './answer-client-error.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send-error.ts'
import { StartError } from './start-error.ts'

export type Listener = {
  port: number
  /** Answers every request whose header was read, closes what is idle, then resolves. */
  close: () => Promise<void>
}

type Options = {
  handler: RequestListener
  host: string
  /** 0 takes a free one. */
  port: number
  /** The environment variable that sets the port, for the message when it is taken. */
  portVariable?: string
  headersTimeoutMs?: number
  requestTimeoutMs?: number
}

/**
 * An HTTP server fit for the open internet: everything that a client can hold is bounded, and whatever the parser
 * refuses is answered with the Error body. Every answer carries `x-request-id` and `Cache-Control: no-store`.
 *
 * @throws StartError when the address cannot be had
 */
export async function listen({
  handler,
  host,
  port,
  portVariable = 'another port',
  headersTimeoutMs = 10_000,
  requestTimeoutMs = 15_000,
}: Options): Promise<Listener> {
  const unanswered = new Map<Socket, Set<ServerResponse>>()
  const latest = new WeakMap<Socket, ServerResponse>()
  let isClosing = false

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    const ofSocket = unanswered.get(socket)
    ofSocket?.add(response)
    latest.set(socket, response)
    response.once('close', () => {
      ofSocket?.delete(response)
      if (isClosing && ofSocket?.size === 0) socket.destroySoon()
    })
    if (isClosing && ofSocket !== undefined) closeAfterLast(ofSocket)
    response.setHeader('x-request-id', requestId(request))
    response.setHeader('cache-control', 'no-store')
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      sendError(response, { code: 'bad_request', message: 'The Host header is missing.' })
      return
    }
    handler(request, response)
  }

  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 500,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
      insecureHTTPParser: false,
      requireHostHeader: false, // Node would answer without our body
    },
    onRequest,
  )
  server.maxHeadersCount = 0 // the size bounds them; a count drops the rest in silence
  server.timeout = 60_000 // of a connection on which nothing moves, such as a reader that stopped reading
  server.on('checkExpectation', onRequest)
  server.on('connection', (socket) => {
    unanswered.set(socket, new Set())
    socket.once('close', () => unanswered.delete(socket))
  })
  server.on('connect', (_request, socket: Socket) => answerClientError(new Error('CONNECT'), socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const waiting = unanswered.get(socket) ?? new Set()
    const current = latest.get(socket)
    if (current !== undefined && !current.req.complete) {
      // The fault is in the body of the current request, which may have its answer already.
      if (current.headersSent || waiting.size > 1) socket.destroy()
      else answerClientError(error, socket)
    } else if (waiting.size > 0) {
      // It came behind whole requests: they are answered, and it is not.
      closeAfterLast(waiting)
    } else answerClientError(error, socket)
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startErrorFor(error, { host, port, portVariable })))
    server.listen({ host, port }, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port, // the cast: a server on a port has no other kind of address
    close: async () => {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const [socket, ofSocket] of unanswered) {
        if (ofSocket.size === 0) socket.destroySoon()
        else closeAfterLast(ofSocket)
      }
      await closed
    },
  }
}

/** Of several pipelined answers only the last may close the connection: Node drops those behind it. */
function closeAfterLast(responses: Set<ServerResponse>): void {
  const last = [...responses].at(-1)
  for (const response of responses) {
    if (response.headersSent) continue
    if (response === last) response.setHeader('connection', 'close')
    else response.removeHeader('connection')
  }
}

function startErrorFor(
  error: NodeJS.ErrnoException,
  { host, port, portVariable }: { host: string; port: number; portVariable: string },
): Error {
  const remedies: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken; set ${portVariable}`,
    EACCES: `port ${port} may not be used by this user; set ${portVariable}`,
    EADDRNOTAVAIL: `${host} is no address of this machine; set SIGNALPOST_HOST`,
    ENOTFOUND: `${host} is no address of this machine; set SIGNALPOST_HOST`,
  }
  const remedy = remedies[error.code ?? '']
  return remedy === undefined ? error : new StartError(remedy, { cause: error })
}
