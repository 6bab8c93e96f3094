import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { createAuthority, createCertificate } from '@signalpost/testing'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { createOutgoing, type OutgoingOptions } from '../create-outgoing.ts'
import type { Outgoing, OutgoingRequest } from '../outgoing.ts'
import { OutgoingError } from '../outgoing-error.ts'

export const authority = createAuthority()
export const loopback = { has: (address: string) => address.startsWith('127.') }
export const limits = { method: 'GET', timeoutMs: 20_000, maxAnswerBytes: 1_000_000 } as const

type Listening = { port: number; connections: () => number }

export type ServersStage = {
  /** An HTTP server on 127.0.0.1. */
  plain: Listening
  /** An HTTPS server that is `good.test` and 127.0.0.1. */
  secure: Listening
  /** What both answer, by path. */
  handlers: Map<string, RequestListener>
  open: (server: Server) => Promise<Listening>
  /** Creates a guard that may connect to this machine, where every name leads. */
  guard: (options?: Partial<OutgoingOptions>) => Outgoing
  /** Sends a request to the HTTP server. */
  get: (path: string, request?: Partial<OutgoingRequest>) => ReturnType<Outgoing['request']>
}

/** Sets the scene for the tests of a file: two servers and guards. Its members are there once the tests run. */
export function stageServers(): ServersStage {
  const handlers = new Map<string, RequestListener>()
  const servers: { close: () => unknown; closeAllConnections?: () => void }[] = []
  const guards: Outgoing[] = []
  const stage = { handlers, open, guard, get } as ServersStage // the servers follow below

  beforeAll(async () => {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      handlers.get(new URL(request.url ?? '', 'http://host').pathname)?.(request, response)
    }
    const { certificate, key } = createCertificate({ names: ['good.test', '127.0.0.1'], authority })
    stage.plain = await open(createHttpServer(answer))
    stage.secure = await open(createTlsServer({ cert: certificate, key }, answer))
  })

  afterEach(async () => {
    await Promise.all(guards.splice(0).map((guard) => guard.close()))
    handlers.clear()
    vi.unstubAllEnvs()
  })

  afterAll(() => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections?.()
    }
  })

  async function open(server: Server): Promise<Listening> {
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo
    return { port, connections: () => connections }
  }

  function guard(options: Partial<OutgoingOptions> = {}): Outgoing {
    const made = createOutgoing({
      allowedNetworks: loopback,
      lookup: () => Promise.resolve(['127.0.0.1']),
      ca: authority.certificate,
      ...options,
    })
    guards.push(made)
    return made
  }

  function get(path: string, request: Partial<OutgoingRequest> = {}) {
    return guard().request({ ...limits, url: `http://127.0.0.1:${stage.plain.port}${path}`, ...request })
  }

  return stage
}

export async function failureOf(work: Promise<unknown>): Promise<{ code: string; sentNothing: boolean }> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OutgoingError)) throw new Error('expected an OutgoingError', { cause: error })
  return { code: error.code, sentNothing: error.sentNothing }
}
