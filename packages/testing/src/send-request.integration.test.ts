import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRequest } from './send-request.ts'

const server = createServer((request, response) => {
  if (request.url === '/silent') return
  if (request.url === '/breaks') {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half', () => response.destroy())
    return
  }
  response.writeHead(201, { 'X-One': 'a', 'x-two': 'b' })
  response.end(JSON.stringify({ method: request.method, headers: request.rawHeaders }))
})
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the cast: it listens on a port
  origin = `http://127.0.0.1:${port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('sends headers as given, twice too, and returns the names in the order received', async () => {
  const headers = [
    ['x-Mixed', '1'],
    ['x-Mixed', '2'],
  ] as const
  const { status, headers: received, headerNames, body } = await sendRequest(origin, { headers, body: 'ü' })
  expect([status, received['x-one'], headerNames.slice(0, 2)]).toEqual([201, 'a', ['X-One', 'x-two']])
  const host = new URL(origin).host
  expect(JSON.parse(body)).toEqual({
    method: 'POST',
    headers: ['host', host, 'content-length', '2', 'x-Mixed', '1', 'x-Mixed', '2', 'Connection', 'close'],
  })
})

test('rejects when the connection breaks in the middle of the answer', async () => {
  await expect(sendRequest(origin, { path: '/breaks' })).rejects.toThrow('aborted')
})

test('rejects when no answer comes in time', async () => {
  await expect(sendRequest(origin, { path: '/silent', timeoutMs: 50 })).rejects.toThrow(/aborted/)
})
