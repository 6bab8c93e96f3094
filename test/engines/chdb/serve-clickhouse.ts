/**
 * Serves ClickHouse's engine over as much of ClickHouse's HTTP interface as its official client uses. Forked with two
 * arguments, the directory of the engine's packages and that of its data, and with the password of the user `default`
 * in CLICKHOUSE_PASSWORD. Sends `{ port }` once it answers on 127.0.0.1, and ends with its parent.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

type Session = {
  queryAsync: (sql: string, options: { format: string }) => Promise<{ bytes: () => Uint8Array }>
  close: () => void
}

type Request = { query: string; database: string | undefined; format: string; settings: [string, string][] }

const [packages = '', directory = ''] = process.argv.slice(2)
const { Session }: { Session: new (directory: string) => Session } = createRequire(
  join(packages, 'package.json'),
)('chdb')
const user = 'default'
const password = process.env.CLICKHOUSE_PASSWORD ?? ''
const version = '26.7.2.1'
const bodies = join(directory, 'bodies')

/** Parameters of a request besides the settings of its query. */
const ownParameters = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'role',
  'user',
  'password',
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
])

/** The status for each exception's code; all others are 500. */
const statuses: Readonly<Record<string, number>> = {
  6: 400,
  27: 400,
  36: 400,
  41: 400,
  46: 404,
  47: 404,
  53: 400,
  60: 404,
  62: 400,
  72: 400,
  81: 404,
  117: 400,
  159: 408,
  209: 503,
  457: 400,
  516: 403,
}

await mkdir(bodies, { recursive: true })
// The engine lives as long as one session. Requests have their own, so they share no settings.
const engine = new Session(join(directory, 'data'))

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => fail(response, error))
}).listen({ port: 0, host: '127.0.0.1' }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})

process.on('disconnect', () => {
  engine.close()
  process.exit()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  if (!isAllowed(request)) {
    const reason = 'Authentication failed: password is incorrect, or there is no user with such name.'
    throw new Error(`Code: 516. DB::Exception: ${reason} (AUTHENTICATION_FAILED)`)
  }
  const parameters = await readParameters(request, url.searchParams)
  const result = url.searchParams.has('query')
    ? await insertBody(request, parameters)
    : await runQuery(readRequest(parameters))
  response.writeHead(200, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-query-id': parameters.get('query_id') ?? '',
    'x-clickhouse-summary': '{}',
  })
  response.end(result)
}

function isAllowed({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Reads the parameters of the URL and those in the body, which holds all of them or only the query. */
async function readParameters(request: IncomingMessage, inUrl: URLSearchParams): Promise<URLSearchParams> {
  const parameters = new URLSearchParams(inUrl)
  if (inUrl.has('query')) return parameters
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    parameters.set('query', await text(request))
    return parameters
  }
  const form = await new Response(await buffer(request), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) if (typeof value === 'string') parameters.set(name, value)
  return parameters
}

function readRequest(parameters: URLSearchParams): Request {
  return {
    query: parameters.get('query') ?? '',
    database: parameters.get('database') ?? undefined,
    format: parameters.get('default_format') ?? 'TabSeparated',
    settings: [...parameters].filter(([name]) => !ownParameters.has(name)),
  }
}

/**
 * Returns the data of an INSERT from the body. The embedded engine gives `input()` no data, so it reads the body from a
 * file with the same structure and format; other bodies follow their statement.
 */
async function insertBody(request: IncomingMessage, parameters: URLSearchParams): Promise<Uint8Array> {
  const { query, ...rest } = readRequest(parameters)
  const input = /\binput\((?<structure>'(?:[^'\\]|\\.)*')\)(?<rest>.*?)\s+FORMAT\s+(?<format>\w+)\s*$/is.exec(
    query,
  )
  if (input?.groups === undefined) return runQuery({ ...rest, query: `${query}\n${await text(request)}` })
  const file = join(bodies, crypto.randomUUID())
  try {
    await pipeline(request, createWriteStream(file))
    const { structure, rest: clauses, format } = input.groups
    const before = query.slice(0, input.index)
    return await runQuery({ ...rest, query: `${before}file('${file}', '${format}', ${structure})${clauses}` })
  } finally {
    await rm(file, { force: true })
  }
}

async function runQuery({ query, database, format, settings }: Request): Promise<Uint8Array> {
  const session = new Session(join(directory, 'data'))
  try {
    if (database !== undefined) await session.queryAsync(`USE ${'`'}${database}${'`'}`, { format })
    for (const [name, value] of settings) {
      await session.queryAsync(`SET ${name} = ${quote(value)}`, { format })
    }
    return (await session.queryAsync(query, { format })).bytes()
  } finally {
    session.close()
  }
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1001'
  response.writeHead(statuses[code] ?? 500, { 'x-clickhouse-exception-code': code })
  response.end(`${message} (version ${version})\n`)
}
