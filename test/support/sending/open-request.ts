import { once } from 'node:events'
import { connect } from 'node:net'
import { waitUntil } from '@signalpost/testing'

export type OpenRequest = {
  /** Resolves once the server has read the header and asked for the body. */
  whenHeaderRead: () => Promise<void>
  sendBody: () => void
  /** Closes the connection. */
  abandon: () => void
  /** Resolves with the status of the answer; undefined when the connection ended without one. */
  status: () => Promise<number | undefined>
}

const wanted = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends the header of a POST on a new connection and withholds the body. */
export async function openRequest(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<OpenRequest> {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    answer += String(text)
  })
  // A reset ends it without an answer; the close that follows reports it.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  const lines = Object.entries({ ...headers, host, 'content-length': body.length, expect: '100-continue' })
  socket.write(
    `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  return {
    whenHeaderRead: () => waitUntil('the header is read', () => answer.startsWith(wanted)),
    sendBody: () => void socket.write(body),
    abandon: () => void socket.destroy(),
    status: async () => {
      await closed
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer.replace(wanted, '')) ?? []
      return status === undefined ? undefined : Number(status)
    },
  }
}
