import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listenLocally } from '../services/listen-locally.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  txt: 'text/plain',
}

export type Website = {
  url: string
  port: number
  /** The requested paths, in order. */
  asked: string[]
  connections: () => number
  /** Sets a handler for a path. */
  on: (path: string, handler: RequestListener) => void
  close: () => Promise<void>
}

/** Starts a web server on a free port, with the pages of a folder if given. */
export async function startWebsite(folder?: URL): Promise<Website> {
  const asked: string[] = []
  const handlers = new Map<string, RequestListener>()
  let connections = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const handler = handlers.get(path) ?? handlers.get(path.split('?')[0] ?? '')
    if (handler !== undefined) handler(request, response)
    else void serveFile(folder, path, request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    connections: () => connections,
    on: (path, handler) => handlers.set(path, handler),
    close,
  }
}

async function serveFile(
  folder: URL | undefined,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = path.endsWith('/') ? `${path}index.html` : path
  const file = folder === undefined ? undefined : new URL(`.${name}`, folder)
  try {
    if (file === undefined) throw new Error('no folder')
    const bytes = await readFile(file)
    const isCompressed = request.headers['accept-encoding']?.includes('gzip') === true
    response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    if (isCompressed) response.setHeader('content-encoding', 'gzip')
    response.end(isCompressed ? gzipSync(bytes) : bytes)
  } catch {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>') // a broken link
  }
}
