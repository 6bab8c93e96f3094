import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const directoryName = /^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT[\dTZ-]+$/

/** What a scenario found: each check that was not passed, by id, in order. */
export type Findings = Record<string, string[]>

/**
 * Runs the conformance suite, and returns what each of its scenarios found. `onLine` gets what the suite prints, in which it may
 * ask to open a page.
 */
export async function runSuite(
  args: readonly string[],
  { onLine = () => undefined }: { onLine?: (line: string) => void } = {},
): Promise<Findings> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const child = spawn(process.execPath, [suite, ...args, '--output-dir', directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {},
    })
    child.stdout.setEncoding('utf8').on('data', (printed: string) => printed.split('\n').forEach(onLine))
    await once(child, 'close')
    const names = await readdir(directory)
    const found = names.toSorted().map(async (name): Promise<[string, string[]]> => {
      const checks: unknown = JSON.parse(await readFile(join(directory, name, 'checks.json'), 'utf8'))
      return [directoryName.exec(name)?.[1] ?? name, unpassed(checks)]
    })
    return Object.fromEntries(await Promise.all(found))
  } finally {
    await rm(directory, { recursive: true })
  }
}

function unpassed(checks: unknown): string[] {
  if (!Array.isArray(checks)) return ['no checks']
  if (!checks.some(({ status }) => status === 'SUCCESS')) return ['nothing was tried']
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  return [...new Set(failed.map(({ id }) => String(id)))].toSorted()
}

export type Forwarder = { url: string; token: string; port: number; stop: () => void }

/** Listens on loopback, and hands requests on to a port, those of `/mcp` with a token: the suite has no option for one. */
export async function startForwarder(): Promise<Forwarder> {
  const to = { token: '', port: 0 }
  const server = createServer((asked, answer) => {
    const { method, url: path } = asked
    const { token, port } = to
    const headers = {
      ...asked.headers,
      ...(path?.startsWith('/mcp') && { authorization: `Bearer ${token}` }),
    }
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    forwarded.once('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  server.keepAliveTimeout = 75_000 // as the API's: a client that waited may send on its old connection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  return Object.assign(to, {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  })
}
