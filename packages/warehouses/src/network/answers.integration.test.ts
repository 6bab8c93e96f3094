import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { createGuard } from '@signalpost/outgoing'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../clickhouse/connection.ts'
import { openBucketStore } from '../parquet/stores/bucket-store.ts'

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

const piece = Buffer.alloc(64 * 1024, 'x')

function sendForEver(response: ServerResponse): void {
  const send = (): void => {
    while (response.write(piece));
  }
  response.on('drain', send)
  send()
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
  const before = process.memoryUsage().rss
  const opening = openClickHouse((_request, response) => {
    sendForEver(response.writeHead(status, headers))
  })
  await expect(opening).rejects.toThrow('(too_large)')
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

const place = { bucket: 'bucket', prefix: '', region: 'eu', accessKey: 'a', secretKey: 's' }

async function openBucket(answer: RequestListener) {
  const guard = createGuard({ allowedNetworks: loopback })
  const store = await openBucketStore({ ...place, endpoint: await serve(answer), guard }, tmpdir())
  closing.push(store.close)
  return store
}

test.each([
  [500, secret, '(http_500)'],
  [403, `<html><Message>${secret}</Message></html>`, '(http_403)'],
  [302, '', '(http_302)'],
  [200, secret, '(not_understood)'],
  [
    500,
    `<!DOCTYPE x [<!ENTITY a "${secret}">]><Error><Code>Fault</Code><Message>&a;</Message></Error>`,
    '(http_500)',
  ],
])('shows nothing of an answer %s that is not of a bucket', async (status, body, message) => {
  const opening = openBucket((_request, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
  })
  const error = await opening.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(String(error)).toContain(message)
  expect(String(error)).not.toContain(secret)
})

const page = (keys: number, next: number): string => {
  const contents = `<Contents><Key>_commits/${'k'.repeat(1_000)}</Key><Size>1</Size></Contents>`.repeat(keys)
  return `<ListBucketResult>${contents}<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`
}

test.each([
  ['pages without keys', 0],
  ['keys', 1_000],
])('gives up a list of endless %s', async (_name, keys) => {
  let pages = 0
  const store = await openBucket((_request, response) => {
    pages += 1
    response.end(page(pages === 1 ? 1 : keys, pages))
  })
  const before = process.memoryUsage().rss
  await expect(store.list('signals')).rejects.toThrow('(too_large)')
  expect(process.memoryUsage().rss - before).toBeLessThan(350 * 1024 * 1024)
})

test.each([
  [200, '<ListBucketResult>'],
  [500, '<Error><Code>'],
])('cuts an answer %s of a bucket off that never ends', async (status, start) => {
  const before = process.memoryUsage().rss
  const opening = openBucket((_request, response) => {
    response.writeHead(status).write(start)
    sendForEver(response)
  })
  await expect(opening).rejects.toThrow('(too_large)')
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test.each([
  [
    'a head',
    (response: ServerResponse) => void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
  ],
  ['no HTTP', (response: ServerResponse) => void response.socket?.end('SSH-2.0-OpenSSH\r\n')],
])('understands nothing of %s that is none', async (_name, answer) => {
  for (const open of [openClickHouse, openBucket]) {
    await expect(open((_request, response) => answer(response))).rejects.toThrow('(not_understood)')
  }
})
