import type { Socket } from 'node:net'
import { withBrackets } from './outgoing-proxy.ts'

const longestHead = 16 * 1024
const headEnd = '\r\n\r\n'

export type TunnelTarget = {
  /**
   * Without brackets. For a host that others chose it is an address, never a name: the proxy would resolve it to another
   * address than the one that was checked.
   */
  host: string
  port: number
  /** The value of `Proxy-Authorization`. */
  authorization: string | undefined
}

/** Asks the proxy at the other end of `socket` for a tunnel (RFC 9110, section 9.3.6). Calls back once. */
export function askForTunnel(
  socket: Socket,
  { host, port, authorization }: TunnelTarget,
  callback: (error?: Error) => void,
): void {
  const authority = `${withBrackets(host)}:${port}`
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`
  let head = Buffer.alloc(0)
  const end = (error?: Error): void => {
    socket.off('data', read).off('close', closed)
    callback(error)
  }
  const closed = (): void => end(new Error('the proxy closed the connection'))
  const read = (piece: Buffer): void => {
    head = Buffer.concat([head, piece])
    const length = head.indexOf(headEnd)
    if (length === -1) {
      if (head.length > longestHead) end(new Error('the answer of the proxy is too long'))
      return
    }
    const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head.toString('latin1', 0, length + 2))?.[1]
    if (status === undefined || !status.startsWith('2')) {
      end(new Error(`the proxy answered ${status ?? 'no HTTP'}`))
      return
    }
    socket.pause()
    const rest = head.subarray(length + headEnd.length)
    if (rest.length > 0) socket.unshift(rest)
    end()
  }
  socket.on('data', read).once('close', closed)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`)
}
