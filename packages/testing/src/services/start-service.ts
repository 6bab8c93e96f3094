import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createTroublePlan, type TroublePlan } from '../servers/trouble-plan.ts'
import { listenLocally } from './listen-locally.ts'

export type ServiceRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type ServiceReply = { status: number; headers?: Record<string, string>; body?: string | Buffer }

type ServiceTrouble =
  | ServiceReply
  /** Handles the request, then closes the connection without an answer. */
  | 'answer_lost'
  /** Closes the connection without handling the request. */
  | 'dropped'
  /** Neither handles nor answers. */
  | 'silent'

export type Service = {
  /** Without a slash at the end. */
  url: string
  /** All requests, handled or not. */
  requests: ServiceRequest[]
  troubles: Pick<TroublePlan<ServiceTrouble>, 'plan' | 'clear'>
  close: () => Promise<void>
}

/** Starts a server in place of a service. `handle` answers each request, unless a trouble is planned for it. */
export async function startService(handle: (request: ServiceRequest) => ServiceReply): Promise<Service> {
  const requests: ServiceRequest[] = []
  const troubles = createTroublePlan<ServiceTrouble>()
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await readAll(incoming) }
    const trouble = troubles.take(path)
    requests.push(request)
    if (trouble === 'silent') return
    if (trouble === 'answer_lost') handle(request)
    if (typeof trouble === 'string') return void incoming.socket.destroy()
    const { status, headers: sent, body } = trouble ?? handle(request)
    response.writeHead(status, { 'content-type': 'application/json', ...sent })
    response.end(body)
  }
  const server = createServer((request, response) => {
    // Tests include clients that disconnect during a request.
    serve(request, response).catch(() => request.socket.destroy())
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    troubles: { plan: troubles.plan, clear: troubles.clear },
    close,
  }
}

/** Parses a body that must be an object of JSON; undefined for anything else. */
export function findObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Returns all texts in a document, in their order. */
export function findTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findTexts) : []
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
