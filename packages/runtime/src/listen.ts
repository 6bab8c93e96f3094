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
  /** How long an idle connection is kept; longer than balancers keep theirs, or they send into one that closes. */
  keepAliveMs?: number
  /** Once aborted, every answer closes its connection; new ones are still taken until `close`. */
  draining?: AbortSignal | undefined
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
  keepAliveMs = 75_000,
  draining,
}: Options): Promise<Listener> {
  // The answers of each connection in the order of their requests; finished ones go when the next one comes.
  const answers = new Map<Socket, ServerResponse[]>()
  let isClosing = false

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    const waiting = unansweredOf(answers.get(socket))
    waiting.push(response)
    answers.set(socket, waiting)
    if (isClosing || draining?.aborted) closeAfterLast(socket, waiting)
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
      keepAliveTimeout: keepAliveMs,
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
    answers.set(socket, [])
    socket.once('close', () => answers.delete(socket))
  })
  server.on('connect', (_request, socket: Socket) => answerClientError(new Error('CONNECT'), socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const latest = answers.get(socket)?.at(-1)
    const waiting = unansweredOf(answers.get(socket))
    if (latest !== undefined && !latest.req.complete) {
      // The fault is in the body of the latest request, which may have its answer already.
      if (latest.headersSent || waiting.length > 1) socket.destroy()
      else answerClientError(error, socket)
    } else if (waiting.length > 0) {
      // It came behind whole requests: they are answered, and it is not.
      closeAfterLast(socket, waiting)
    } else answerClientError(error, socket)
  })

  draining?.addEventListener('abort', () => {
    for (const [socket, ofSocket] of answers) {
      const waiting = unansweredOf(ofSocket)
      // Idle connections stay: balancers may use them until they notice.
      if (waiting.length > 0) closeAfterLast(socket, waiting)
    }
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
      for (const [socket, ofSocket] of answers) closeAfterLast(socket, unansweredOf(ofSocket))
      await closed
    },
  }
}

function unansweredOf(responses: readonly ServerResponse[] = []): ServerResponse[] {
  return responses.filter((response) => !response.writableFinished && !response.closed)
}

/** Closes a connection behind its answers. Only the last may announce it: Node drops those behind one that does. */
function closeAfterLast(socket: Socket, waiting: readonly ServerResponse[]): void {
  const last = waiting.at(-1)
  if (last === undefined) {
    socket.destroySoon()
    return
  }
  for (const response of waiting) {
    if (response.headersSent) continue
    if (response === last) response.setHeader('connection', 'close')
    else response.removeHeader('connection')
  }
  last.once('close', () => {
    if (unansweredOf(waiting).length === 0) socket.destroySoon()
  })
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
