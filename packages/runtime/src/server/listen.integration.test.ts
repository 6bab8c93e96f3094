import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { requestId } from '../http/request-id.ts'
import { sendJson } from '../http/send-json.ts'
import { StartError } from '../lifecycle/start-error.ts'
import { type Listener, listen } from './listen.ts'

const open: { close: () => unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const echo: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => sendJson(response, 200, { path: request.url, body, requestId: requestId(request) }))
}

describe('listen', () => {
  test('gives every answer a request id and forbids storing it', async () => {
    const { port } = await serve(echo)
    const own = await fetch(`http://127.0.0.1:${port}/`)
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await own.json()).toMatchObject({ requestId: own.headers.get('x-request-id') })
    const given = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-request-id': 'A.b_c-1' } })
    expect(given.headers.get('x-request-id')).toBe('A.b_c-1')
  })

  test.each(['', 'a b', 'x'.repeat(65), 'näh', 'a,b'])('makes its own id instead of %j', async (id) => {
    const { port } = await serve(echo)
    const answer = await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: h\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/)
  })

  test.each([
    ['garbage', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'bad_request'],
    ['a lower-case method', 'get / HTTP/1.1\r\nHost: h\r\n\r\n', 400, 'bad_request'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'bad_request',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'a broken chunk',
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'bad_request',
    ],
    ['a bare line feed', 'GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n', 400, 'bad_request'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400, 'bad_request'],
    [
      'large headers',
      `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a long path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, 431, 'headers_too_large'],
  ])('answers %s with the Error body', async (_case, bytes, status, code) => {
    const { port } = await serve(echo)
    expectRefusal(await exchange(port, bytes), status, code)
  })

  test('answers 408 to a header that does not end, while others are served', async () => {
    const { port } = await serve(echo, { headersTimeoutMs: 1_000, requestTimeoutMs: 2_000 })
    const slow = exchange(port, 'GET / HTTP/1.1\r\nHost: h\r\nX: ')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expectRefusal(await slow, 408, 'request_timeout')
  })

  test('answers 408 to a connection that says nothing', async () => {
    const { port } = await serve(echo, { headersTimeoutMs: 1_000, requestTimeoutMs: 2_000 })
    expectRefusal(await exchange(port, ''), 408, 'request_timeout')
  })

  test('answers 408 to a body that does not end', async () => {
    const { port } = await serve(echo, { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc')
    expectRefusal(answer, 408, 'request_timeout')
  })

  test('says nothing more on a connection whose answer was sent before its body ended', async () => {
    const refuse: RequestListener = (_request, response) => sendJson(response, 413, {})
    const { port } = await serve(refuse, { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('answers a whole request although garbage follows it', async () => {
    const { port } = await serve(slowly(200))
    const answer = await exchange(
      port,
      'POST /whole HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nabGARBAGE{}\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/connection: close\r\n/i)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('drops no header for their number', async () => {
    const { port } = await serve((request, response) =>
      sendJson(response, 200, request.rawHeaders.length / 2),
    )
    const many = Array.from({ length: 2_500 }, () => 'a:b\r\n').join('')
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${many}\r\n`)
    expect(answer).toMatch(/\r\n\r\n2502$/)
  })

  test('answers requests under way when it closes, and closes idle and unused connections', async () => {
    const server = await serve(slowly(400))
    const inFlight = exchange(server.port, 'GET /in-flight HTTP/1.1\r\nHost: h\r\n\r\n')
    const unused = exchange(server.port, '')
    const idle = exchange(server.port, 'HEAD /idle HTTP/1.1\r\nHost: h\r\n\r\n')
    const halfHeader = exchange(server.port, 'GET / HTTP/1.1\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const closing = server.close()
    expect(await inFlight).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*in-flight/is)
    expect(await unused).toBe('')
    expect(await halfHeader).toBe('')
    await idle
    await closing
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
  })

  test('answers every one of several pipelined requests when it closes', async () => {
    const server = await serve(slowly(400))
    const answers = exchange(
      server.port,
      'GET /one HTTP/1.1\r\nHost: h\r\n\r\nGET /two HTTP/1.1\r\nHost: h\r\n\r\n',
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    await server.close()
    expect(await answers).toMatch(/"\/one".*connection: close.*"\/two"/is)
  })

  const expecting = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n'

  test('asks for a declared body once it is read, and keeps the connection', async () => {
    const { port } = await serve(echo)
    const answers = await exchange(port, `${expecting}\r\nab${expecting}Connection: close\r\n\r\ncd`)
    expect(answers.match(/HTTP\/1\.1 \d+|"body":"\w+"/g)).toEqual([
      ...['HTTP/1.1 100', 'HTTP/1.1 200', '"body":"ab"'],
      ...['HTTP/1.1 100', 'HTTP/1.1 200', '"body":"cd"'],
    ])
  })

  test('does not ask for a declared body that is refused unread, and closes the connection', async () => {
    const { port } = await serve((_request, response) => sendJson(response, 415, {}))
    const answer = await exchange(port, `${expecting}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 415 .*connection: close\r\n/is)
  })

  test('says which variable to set when the port is taken', async () => {
    const { port } = await serve(echo)
    const second = listen({ handler: echo, host: '127.0.0.1', port, portVariable: 'SIGNALPOST_API_PORT' })
    await expect(second).rejects.toThrow(
      new StartError(`port ${port} on 127.0.0.1 is taken; set SIGNALPOST_API_PORT`),
    )
  })

  test('says which variable to set when the address is not ours', async () => {
    await expect(listen({ handler: echo, host: '203.0.113.1', port: 0 })).rejects.toThrow(
      new StartError('203.0.113.1 is not an address of this machine; set SIGNALPOST_HOST'),
    )
  })
})

async function serve(
  handler: RequestListener,
  timeouts: { headersTimeoutMs?: number; requestTimeoutMs?: number } = {},
): Promise<Listener> {
  const server = await listen({ handler, host: '127.0.0.1', port: 0, ...timeouts })
  open.push(server)
  return server
}

function slowly(delayMs: number): RequestListener {
  return (request, response) => {
    request.resume()
    setTimeout(() => sendJson(response, 200, { path: request.url }), delayMs)
  }
}

/** Sends the bytes and leaves its side open. Returns everything received until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket: Socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write(Buffer.from(bytes, 'latin1')),
    )
    open.push({ close: () => socket.destroy() })
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined) // a reset counts as an end
    socket.on('close', () => resolve(answer))
  })
}

function expectRefusal(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(head.toLowerCase()).toContain('connection: close')
  expect(head.toLowerCase()).toContain('cache-control: no-store')
  expect(head.toLowerCase()).toMatch(/x-request-id: [a-z0-9-]{36}/)
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) })
}
