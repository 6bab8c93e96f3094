import { connect, type Socket } from 'node:net'

export type Client = {
  /** Sends one request on a connection that is exclusive for its duration. Returns status and body. */
  send: (request: Buffer) => Promise<Answer>
  close: () => void
}

export type Answer = { status: number; body: Buffer }

type Connection = { socket: Socket; received: Buffer; settle: Settle | undefined }
type Settle = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * A minimal HTTP client for our servers: prepared bytes out, status and body in, over kept connections, opened as
 * needed. A general client would use much of the machine.
 */
export function openClient(port: number): Client {
  const idle: Connection[] = []
  const open = new Set<Connection>()
  let isClosed = false

  const openConnection = (): Connection => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const connection: Connection = { socket, received: Buffer.alloc(0), settle: undefined }
    open.add(connection)
    socket.on('data', (chunk: Buffer) => {
      connection.received =
        connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk])
      const answer = readAnswer(connection.received)
      if (answer === undefined) return
      connection.received = Buffer.alloc(0)
      const { settle } = connection
      connection.settle = undefined
      idle.push(connection)
      settle?.resolve(answer)
    })
    const end = (error: Error): void => {
      open.delete(connection)
      const index = idle.indexOf(connection)
      if (index >= 0) idle.splice(index, 1)
      connection.settle?.reject(error)
      connection.settle = undefined
    }
    socket.on('error', end)
    socket.on('close', () => end(new Error('The connection was closed.')))
    return connection
  }

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('The client was closed.'))
          return
        }
        const connection = idle.pop() ?? openConnection()
        connection.settle = { resolve, reject }
        connection.socket.write(request)
      }),
    close: () => {
      isClosed = true
      for (const { socket } of open) socket.destroy()
    },
  }
}

/** Reads an answer with a content-length, once it is complete. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf(endOfHead)
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const start = end + endOfHead.length
  if (received.length < start + length) return undefined
  return { status: Number(head.slice(9, 12)), body: received.subarray(start, start + length) }
}
