import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { findAddressBits } from './address-bits.ts'

export type Connection = {
  /** Returns a connector that connects to these addresses only. */
  connectTo: (addresses: readonly string[]) => buildConnector.connector
  /** Whether the connection is established. Before that, nothing can have been sent. */
  isMade: () => boolean
  /** Why the connection failed. */
  failure: () => 'connect_failed' | 'tls_failed' | undefined
  destroy: () => void
}

type SocketTarget = { host: string; port: number; lookup: LookupFunction; autoSelectFamily: true }

/** Opens a socket; with TLS if `secure` is given. */
export type OpenSocket = (target: SocketTarget, secure?: { ca: string | undefined }) => Socket

/** The one connection of one request. */
export function createConnection({
  ca,
  open = openSocket,
}: {
  ca: string | undefined
  open?: OpenSocket
}): Connection {
  let socket: Socket | undefined
  let isMade = false
  let failure: ReturnType<Connection['failure']>

  const connectTo: Connection['connectTo'] =
    (addresses) =>
    ({ hostname, port, protocol }, callback) => {
      const isSecure = protocol === 'https:'
      const target: SocketTarget = {
        host: hostname,
        port: port === '' ? (isSecure ? 443 : 80) : Number(port),
        lookup: answerWith(addresses),
        autoSelectFamily: true,
      }
      const opened = open(target, isSecure ? { ca } : undefined)
      socket = opened
      let hasReached = false
      opened.once('connect', () => {
        hasReached = isOneOf(addresses, opened.remoteAddress)
        if (!hasReached) opened.destroy(new Error('connected to an address that was not checked'))
      })
      opened.once(isSecure ? 'secureConnect' : 'connect', () => {
        if (opened.destroyed) return
        isMade = true
        opened.setNoDelay(true)
        callback(null, opened)
      })
      opened.on('error', (error) => {
        if (isMade) return
        failure ??= hasReached ? 'tls_failed' : 'connect_failed'
        callback(error, null)
      })
      opened.once('close', () => {
        if (isMade || failure !== undefined) return
        failure = hasReached ? 'tls_failed' : 'connect_failed'
        callback(new Error('the connection ended before it was established'), null)
      })
    }

  return {
    connectTo,
    isMade: () => isMade,
    failure: () => failure,
    destroy: () => socket?.destroy(),
  }
}

const openSocket: OpenSocket = (target, secure) => {
  if (secure === undefined) return connect(target)
  const { host } = target
  return connectTls({
    ...target,
    ...(secure.ca !== undefined && { ca: secure.ca }),
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can disable it.
    rejectUnauthorized: true,
  })
}

/** Replaces the system's resolver, which could return other addresses than the ones that were checked. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function isOneOf(addresses: readonly string[], remote: string | undefined): boolean {
  const reached = findAddressBits(remote ?? '')
  return addresses.some((address) => {
    const bits = findAddressBits(address)
    return bits !== undefined && bits.width === reached?.width && bits.value === reached.value
  })
}
