import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { openTunnel } from './open-tunnel.ts'
import { leadsThrough, type OutgoingProxy } from './outgoing-proxy.ts'

export type DispatcherOptions = {
  /** Certificates of authorities, in PEM, trusted instead of the usual ones. */
  ca?: string | undefined
}

/** Creates what opens the connections of `undici` to hosts that the operator chose. Its user closes it. */
export function createProxyDispatcher(
  proxy: OutgoingProxy | undefined,
  { ca }: DispatcherOptions = {},
): Dispatcher {
  const connectDirectly = buildConnector({ allowH2: false, ...(ca !== undefined && { ca }) })
  return new Agent({
    allowH2: false,
    connect: (target, callback) => {
      const { hostname, port, protocol } = target
      if (!leadsThrough(proxy, hostname)) return connectDirectly(target, callback)
      const isSecure = protocol === 'https:'
      const wanted = { host: hostname, port: port === '' ? (isSecure ? 443 : 80) : Number(port) }
      openTunnel(proxy, wanted, (error, socket) => {
        if (socket === null) return callback(error ?? new Error('there is no tunnel'), null)
        if (!isSecure) return callback(null, socket)
        const secured = connectTls({
          socket,
          ...(ca !== undefined && { ca }),
          servername: isIP(hostname) === 0 ? hostname : '',
          ALPNProtocols: ['http/1.1'],
        })
        const fail = (cause: Error): void => callback(cause, null)
        // A socket of TLS may emit a second error, which would end the process if nothing listened.
        secured.on('error', () => undefined)
        secured.once('error', fail).once('secureConnect', () => {
          secured.off('error', fail)
          callback(null, secured)
        })
      })
    },
  })
}

export { fetch } from 'undici'
