import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { openTunnel } from './open-tunnel.ts'
import { leadsThrough, type OutgoingProxy } from './outgoing-proxy.ts'

type Callback = (error: Error | null, socket: Duplex) => void
type Target = { host?: string | null | undefined; port?: number | string | null | undefined }

/** Creates an agent for libraries that use Node's own client, whose connections are tunnels of the proxy. */
export function createProxyAgent(
  proxy: OutgoingProxy,
  { protocol, ...options }: AgentOptions & { protocol: 'http:' | 'https:' },
): HttpAgent | HttpsAgent {
  const Agent = protocol === 'https:' ? SecureTunnels : Tunnels
  return new Agent(proxy, { keepAlive: true, ...options })
}

class Tunnels extends HttpAgent {
  readonly #proxy: OutgoingProxy

  constructor(proxy: OutgoingProxy, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(
    options: Parameters<HttpAgent['createConnection']>[0],
    callback?: Callback,
  ): Duplex | null | undefined {
    const { host, port } = targetOf(options, 80)
    if (!leadsThrough(this.#proxy, host)) return super.createConnection(options, callback)
    openTunnel(this.#proxy, { host, port }, (error, socket) => {
      // Servers of HTTP send nothing before a request, so nothing is read before Node's client listens.
      finish(callback, error, socket?.resume())
    })
    return undefined
  }
}

class SecureTunnels extends HttpsAgent {
  readonly #proxy: OutgoingProxy

  constructor(proxy: OutgoingProxy, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(
    options: Parameters<HttpsAgent['createConnection']>[0],
    callback?: Callback,
  ): Duplex | null | undefined {
    const { host, port } = targetOf(options, 443)
    if (!leadsThrough(this.#proxy, host)) return super.createConnection(options, callback)
    openTunnel(this.#proxy, { host, port }, (error, socket) => {
      // An agent passes on what Node's own passes to the same function.
      finish(callback, error, socket && connectTls({ ...(options as ConnectionOptions), socket }))
    })
    return undefined
  }
}

function targetOf({ host, port }: Target, usualPort: number): { host: string; port: number } {
  return { host: host ?? 'localhost', port: Number(port ?? usualPort) }
}

function finish(
  callback: Callback | undefined,
  error: Error | null,
  socket: Duplex | null | undefined,
): void {
  if (socket) callback?.(null, socket)
  // Node reads no socket beside an error.
  else (callback as ((error: Error | null) => void) | undefined)?.(error)
}
