import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import { answerWith, createConnection, isOneOf, type TlsMaterial } from './connection.ts'
import { findTarget, type Lookup, type Target } from './find-target.ts'
import type { Networks } from './outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'
import { type OutgoingProxy, withBrackets, withoutBrackets } from './proxy/outgoing-proxy.ts'
import { createNameResolver } from './resolve-names.ts'

const connectTimeoutMs = 10_000

export type GuardOptions = {
  /** Private addresses that may be reached, without TLS too. */
  allowedNetworks: Networks
  /** Resolves names; defaults to a resolver that no slow name can block. */
  lookup?: Lookup | undefined
  /** Opens tunnels to the checked addresses; undefined connects directly. */
  proxy?: OutgoingProxy | undefined
  tls?: TlsMaterial | undefined
  /** Ends every connection, and refuses later ones. */
  signal?: AbortSignal | undefined
}

type GuardedPlace = {
  host: string
  port: number
  /** Whether the connection will be secured. Without TLS only allowed addresses can be reached. */
  isSecure: boolean
}

/**
 * The guard for libraries that open connections themselves: to public addresses, and to private ones that the operator
 * allows. Each connection goes to an address that was checked for it.
 */
export type Guard = {
  /** Throws OutgoingError unless every address of the host may be reached. */
  check: (place: GuardedPlace) => Promise<void>
  /** Creates an agent for libraries that use Node's own client. Its connections fail with OutgoingError. */
  createAgent: (options: AgentOptions & { protocol: 'http:' | 'https:' }) => HttpAgent | HttpsAgent
  /**
   * Creates a socket for libraries that connect it themselves. It connects to the checked addresses alone, whatever
   * `connect` is called with, and past the proxy, which only speaks HTTP. Its owner listens to its errors.
   */
  createSocket: (place: GuardedPlace) => Promise<Socket>
}

export function createGuard({
  allowedNetworks,
  lookup = createNameResolver(),
  proxy,
  tls,
  signal = new AbortController().signal,
}: GuardOptions): Guard {
  const policy = { allowedNetworks, plainHttp: false, publicPorts: undefined }
  const find = (place: GuardedPlace): Promise<Target> => {
    if (signal.aborted) throw new OutgoingError('timeout', { sentNothing: true })
    return findTarget(urlOf(place), policy, (hostname) => lookup(hostname, { caller: '', signal }))
  }
  const open: Open = async (place) => {
    const { url, addresses } = await find(place)
    return connect({ url, addresses, tls, proxy, signal })
  }
  return {
    check: async (place) => {
      await find(place)
    },
    createAgent: ({ protocol, ...options }) => {
      const Agent = protocol === 'https:' ? SecureConnections : PlainConnections
      return new Agent(open, { keepAlive: true, ...options })
    },
    createSocket: async (place) => {
      const { addresses } = await find(place)
      return new CheckedSocket({ ...place, addresses, signal })
    },
  }
}

/** The rules are those of the web: without TLS is plain http. */
function urlOf({ host, port, isSecure }: GuardedPlace): string {
  if (/[/?#@\\]/.test(host)) throw new OutgoingError('url_refused', { sentNothing: true })
  return `${isSecure ? 'https' : 'http'}://${withBrackets(withoutBrackets(host))}:${port}/`
}

type Open = (place: GuardedPlace) => Promise<Duplex>

function connect({
  url,
  addresses,
  signal,
  ...means
}: Target & {
  tls: TlsMaterial | undefined
  proxy: OutgoingProxy | undefined
  signal: AbortSignal
}): Promise<Socket> {
  const connection = createConnection(means)
  return new Promise((resolve, reject) => {
    const fail = (code: 'timeout' | 'connect_failed' | 'tls_failed', cause?: unknown): void => {
      clearTimeout(limit)
      signal.removeEventListener('abort', abort)
      connection.destroy()
      reject(new OutgoingError(code, { sentNothing: true, cause }))
    }
    const abort = (): void => fail('timeout')
    const limit = setTimeout(abort, connectTimeoutMs)
    signal.addEventListener('abort', abort, { once: true })
    const { hostname, port, protocol } = url
    connection.connectTo(addresses)({ hostname, port, protocol }, (error, socket) => {
      if (socket === null) return fail(connection.failure() ?? 'connect_failed', error)
      clearTimeout(limit)
      signal.removeEventListener('abort', abort)
      endWith(signal, socket)
      resolve(socket)
    })
  })
}

/** Destroys a socket when the signal aborts; its errors then reach no one. */
function endWith(signal: AbortSignal, socket: Socket): void {
  const end = (): void => {
    socket.destroy(new OutgoingError('timeout', { sentNothing: false }))
  }
  socket.on('error', () => undefined)
  socket.once('close', () => signal.removeEventListener('abort', end))
  signal.addEventListener('abort', end, { once: true })
}

class CheckedSocket extends Socket {
  readonly #place: GuardedPlace & { addresses: readonly string[] }

  constructor({ signal, ...place }: GuardedPlace & { addresses: readonly string[]; signal: AbortSignal }) {
    super()
    this.#place = place
    endWith(signal, this)
    this.once('connect', () => {
      if (isOneOf(place.addresses, this.remoteAddress)) return
      this.destroy(new OutgoingError('address_refused', { sentNothing: true }))
    })
  }

  override connect(): this {
    const { host, port, addresses } = this.#place
    const lookup = answerWith(addresses)
    return super.connect({ host: withoutBrackets(host), port, lookup, autoSelectFamily: true })
  }
}

type Callback = (error: Error | null, socket: Duplex) => void
type Asked = { host?: string | null | undefined; port?: number | string | null | undefined }

class PlainConnections extends HttpAgent {
  readonly #open: Open

  constructor(open: Open, options: AgentOptions) {
    super(options)
    this.#open = open
  }

  override createConnection(asked: Asked, callback?: Callback): undefined {
    openFor(this.#open, { ...asked, isSecure: false }, callback)
  }
}

class SecureConnections extends HttpsAgent {
  readonly #open: Open

  constructor(open: Open, options: AgentOptions) {
    super(options)
    this.#open = open
  }

  override createConnection(asked: Asked, callback?: Callback): undefined {
    openFor(this.#open, { ...asked, isSecure: true }, callback)
  }
}

function openFor(
  open: Open,
  { host, port, isSecure }: Asked & { isSecure: boolean },
  callback: Callback | undefined,
): void {
  // Node reads no socket beside an error.
  const fail = callback as ((error: Error) => void) | undefined
  const place = { host: host ?? 'localhost', port: Number(port ?? (isSecure ? 443 : 80)), isSecure }
  callbackify(open)(place, (error: Error | null, socket: Duplex) => {
    if (error === null) callback?.(null, socket)
    else fail?.(error)
  })
}
