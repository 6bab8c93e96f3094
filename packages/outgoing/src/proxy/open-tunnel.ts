import { connect, type Socket } from 'node:net'
import { askForTunnel } from './ask-for-tunnel.ts'
import { type OutgoingProxy, withoutBrackets } from './outgoing-proxy.ts'

const timeoutDefaultMs = 10_000

/** The proxy opens no tunnel. The message is ours, but for the status of the proxy's answer. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError'
  readonly code: string

  constructor(message: string, cause: Error) {
    super(message, { cause })
    this.code = 'code' in cause && typeof cause.code === 'string' ? cause.code : 'ECONNREFUSED'
  }
}

export type OpenedTunnel = (error: Error | null, socket: Socket | null) => void

/**
 * Opens a tunnel to a host that the operator chose; the proxy resolves its name. Calls back once, with an error if the
 * proxy cannot be reached, refuses, or does not answer within `timeoutMs`, 10 s by default. The socket is paused.
 */
export function openTunnel(
  { host: proxyHost, port: proxyPort, authorization }: OutgoingProxy,
  { host, port, timeoutMs = timeoutDefaultMs }: { host: string; port: number; timeoutMs?: number },
  callback: OpenedTunnel,
): void {
  const socket = connect({ host: proxyHost, port: proxyPort, noDelay: true, keepAlive: true })
  let hasEnded = false
  const fail = (cause: Error): void => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(limit)
    socket.destroy()
    const reason = `SIGNALPOST_OUTGOING_PROXY opens no tunnel to ${host}:${port}: ${cause.message}`
    callback(new TunnelError(reason, cause), null)
  }
  const limit = setTimeout(() => fail(new Error(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
  socket.on('error', fail)
  socket.once('connect', () => {
    askForTunnel(socket, { host: withoutBrackets(host), port, authorization }, (error) => {
      if (error !== undefined || hasEnded) return fail(error ?? new Error('gave up'))
      hasEnded = true
      clearTimeout(limit)
      callback(null, socket)
    })
  })
}
