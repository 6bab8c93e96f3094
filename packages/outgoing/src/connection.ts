import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { findAddressBits } from './addresses/address-bits.ts'
import { askForTunnel } from './proxy/ask-for-tunnel.ts'
import { type OutgoingProxy, withoutBrackets } from './proxy/outgoing-proxy.ts'

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

/** In PEM: authorities to trust instead of the usual ones, and the certificate with which to log in. */
export type TlsMaterial = { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }

/** Opens a socket; with TLS if `secure` is given. */
export type OpenSocket = (target: SocketTarget, secure?: TlsMaterial) => Socket

/** The one connection of one request. */
export function createConnection({
  tls,
  proxy,
  open = openSocket,
}: {
  tls?: TlsMaterial | undefined
  /** Undefined connects directly. */
  proxy?: OutgoingProxy | undefined
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
      const opened = open(target, isSecure ? (tls ?? {}) : undefined)
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

  const connectThrough =
    ({ host, port: proxyPort, authorization }: OutgoingProxy) =>
    (addresses: readonly string[]): buildConnector.connector =>
    ({ hostname, port, protocol }, callback) => {
      const isSecure = protocol === 'https:'
      const fail = (code: NonNullable<typeof failure>, error: Error): void => {
        if (isMade || failure !== undefined) return
        failure = code
        socket?.destroy()
        callback(error, null)
      }
      const make = (made: Socket): void => {
        if (made.destroyed) return
        isMade = true
        callback(null, made)
      }
      const tunnel = connect({ host, port: proxyPort, noDelay: true })
      socket = tunnel
      tunnel.on('error', (error) => fail('connect_failed', error))
      tunnel.once('connect', () => {
        // Most proxies speak IPv4.
        const address = addresses.find((one) => isIP(one) === 4) ?? addresses[0] ?? ''
        const target = {
          host: address,
          port: port === '' ? (isSecure ? 443 : 80) : Number(port),
          authorization,
        }
        askForTunnel(tunnel, target, (error) => {
          if (error !== undefined) return fail('connect_failed', error)
          if (!isSecure) return make(tunnel)
          const secured = connectTls({ socket: tunnel, ...tlsOptions(hostname, tls) })
          socket = secured
          secured.once('secureConnect', () => make(secured))
          secured.on('error', (cause) => fail('tls_failed', cause))
          secured.once('close', () => fail('tls_failed', new Error('the tunnel ended')))
        })
      })
    }

  return {
    connectTo: (addresses) => (target, callback) => {
      const isPast = proxy === undefined || isExcepted(proxy, target.hostname, addresses)
      const connector = isPast ? connectTo(addresses) : connectThrough(proxy)(addresses)
      connector(target, callback)
    },
    isMade: () => isMade,
    failure: () => failure,
    destroy: () => socket?.destroy(),
  }
}

/** Whether the name, or every address, is an exception. */
function isExcepted(
  { isExcepted: has = () => false }: OutgoingProxy,
  hostname: string,
  addresses: readonly string[],
): boolean {
  return has(withoutBrackets(hostname)) || addresses.every(has)
}

const openSocket: OpenSocket = (target, secure) => {
  if (secure === undefined) return connect(target)
  return connectTls({ ...target, ...tlsOptions(target.host, secure) })
}

function tlsOptions(host: string, { ca, cert, key }: TlsMaterial = {}) {
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can disable it.
    rejectUnauthorized: true,
  }
}

/** Replaces the system's resolver, which could return other addresses than the ones that were checked. */
export function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

export function isOneOf(addresses: readonly string[], remote: string | undefined): boolean {
  const reached = findAddressBits(remote ?? '')
  return addresses.some((address) => {
    const bits = findAddressBits(address)
    return bits !== undefined && bits.width === reached?.width && bits.value === reached.value
  })
}
