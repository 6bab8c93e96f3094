import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createGuard } from '@signalpost/outgoing'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../clickhouse/connection.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const loopback = { has: (address: string) => address === '127.0.0.1' }

/** Starts a server that is no warehouse; returns its URL. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const own = { 'x-clickhouse-summary': '{}' }
const secret = 'AKIA-INTERNAL-METADATA-SECRET'

async function openClickHouse(answer: RequestListener) {
  const guard = createGuard({ allowedNetworks: loopback })
  const connection = await connect({ url: await serve(answer), user: 'u', password: '', guard })
  closing.push(connection.close)
  return connection
}

test.each([
  [500, 'it answered with status 500 (http_500)'],
  [404, 'it answered with status 404 (http_404)'],
  [302, 'it answered with status 302 (http_302)'],
  [200, 'what answers there does not speak its protocol (not_understood)'],
])('shows nothing of an answer %s that is not of ClickHouse', async (status, message) => {
  const opening = openClickHouse((_request, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' })
    response.end(secret)
  })
  await expect(opening).rejects.toThrow(message)
})

test('shows an exception that ClickHouse marks as its own', async () => {
  const opening = openClickHouse((_request, response) => {
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' })
    response.end('Code: 516. DB::Exception: u: Authentication failed. (AUTHENTICATION_FAILED) (version 25.1)')
  })
  await expect(opening).rejects.toThrow('u: Authentication failed')
})

test.each(['query', 'run'] as const)('fails %s by an answer of another server', async (method) => {
  let asked = 0
  const connection = await openClickHouse((request, response) => {
    asked += 1
    request.resume()
    if (asked === 1) response.writeHead(200, own).end('1\n')
    else response.writeHead(asked === 2 ? 200 : 502).end(secret)
  })
  await expect(connection[method]('select 1')).rejects.toThrow('(not_understood)')
  await expect(connection[method]('select 1')).rejects.toThrow('(http_502)')
})

test.each([
  ['a success', 200, own],
  ['an exception', 500, { 'x-clickhouse-exception-code': '1' }],
])('cuts %s off that never ends', async (_name, status, headers) => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const before = process.memoryUsage().rss
  const opening = openClickHouse((_request, response) => {
    response.writeHead(status, headers)
    const send = (): void => {
      while (response.write(piece));
    }
    response.on('drain', send)
    send()
  })
  await expect(opening).rejects.toThrow('(too_large)')
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})
