import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { leadsThrough, type OutgoingProxy, openTunnel } from '@signalpost/outgoing'
import { createTransport } from 'nodemailer'

const connectionTimeoutMs = 5_000
const silenceTimeoutMs = 10_000
const maxConnections = 5

/** Opens connections to the server by tunnels, in which TLS then begins as it would without. */
function tunnelThrough(proxy: OutgoingProxy) {
  return (
    {
      host = 'localhost',
      port,
      secure = false,
    }: { host?: string | undefined; port?: number | undefined; secure?: boolean | undefined },
    done: (error: Error | null, socket?: { connection: Socket }) => void,
  ): void => {
    const target = { host, port: port ?? (secure ? 465 : 587), timeoutMs: connectionTimeoutMs }
    openTunnel(proxy, target, (error, connection) =>
      done(error, connection === null ? undefined : { connection }),
    )
  }
}

/** Opens the pool of connections to a server, and what the server read of each mail. */
export function openTransport(url: string, proxy: OutgoingProxy | undefined) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    // Retries only a mail of which no byte was sent, on a new connection in place of a stale one.
    maxRequeues: 1,
    dnsTimeout: connectionTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(leadsThrough(proxy, new URL(url).hostname) && { getSocket: tunnelThrough(proxy) }),
  })
  // The content is read only once the server asks for it. Errors do not tell whether it did.
  const contents = new WeakMap<AbortSignal, Readable>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => {
      if (data.signal !== undefined) contents.set(data.signal, content)
      return content
    })
    done()
  })
  return { transport, contents }
}
