import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Loaded into a process of the product before its own code. Counts the requests whose header is read and those that are
 * answered, from Node's own diagnostics, and writes the counts to stderr as a line of JSON when the process exits. A
 * killed process writes none.
 */
export type RequestCounts = {
  msg: 'requests.counted'
  /** Requests whose header was read. */
  begun: number
  answered: number
  /** Requests that need no answer: the client broke its connection first. */
  abandoned: number
}

// Node documents these two messages, but does not type them.
type HttpMessage = { request: IncomingMessage; response: ServerResponse; socket: Socket }

type Connection = { open: number; isBrokenByClient: boolean }

const counts: RequestCounts = { msg: 'requests.counted', begun: 0, answered: 0, abandoned: 0 }
const connections = new WeakMap<Socket, Connection>()

subscribe('http.server.request.start', (message) => {
  const { socket } = message as HttpMessage
  counts.begun += 1
  const connection = connections.get(socket) ?? watch(socket)
  connection.open += 1
})

subscribe('http.server.response.finish', (message) => {
  const { request } = message as HttpMessage
  counts.answered += 1
  const connection = connections.get(request.socket)
  if (connection !== undefined) connection.open -= 1
})

process.on('exit', () => writeSync(process.stderr.fd, `\n${JSON.stringify(counts)}\n`))

function watch(socket: Socket): Connection {
  const connection: Connection = { open: 0, isBrokenByClient: false }
  const breakOff = (): void => {
    connection.isBrokenByClient = true
  }
  // Both events come from the other side: a connection that we destroy emits neither.
  socket.once('end', breakOff)
  socket.once('error', breakOff)
  socket.once('close', () => {
    if (connection.isBrokenByClient) counts.abandoned += connection.open
    connection.open = 0
  })
  connections.set(socket, connection)
  return connection
}
