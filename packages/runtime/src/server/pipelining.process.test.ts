import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../http/create-app.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { sendJson } from '../http/send-json.ts'
import { type Listener, listen } from './listen.ts'

const maxUnanswered = 16
const last = 'GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'
const open: { close: () => unknown }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

describe('pipelined requests', () => {
  test('begin 16 at a time, in order, while others are answered', async () => {
    const held = holdAnswers()
    const { port } = await serve(held.handler)
    const flood = await send(port, 20_000)
    await expect.poll(() => held.waiting.length, { timeout: 20_000 }).toBe(maxUnanswered)
    expect(await statusOf(port, '/other')).toBe(200)
    expect(held.begun).toBe(maxUnanswered)
    held.release()
    flood.socket.write(last)
    const answers = await flood.answers
    const paths = [...answers.matchAll(/"\/(\d+)"/g)].map(([, index]) => Number(index))
    expect(paths).toEqual(Array.from({ length: 20_000 }, (_, index) => index))
    expect(answers.match(/connection: close/gi)).toHaveLength(1)
    expect(held.mostAtOnce).toBe(maxUnanswered)
  })

  test('whose answers no one reads are begun no further than the connection takes answers', async () => {
    const large = 'x'.repeat(200_000)
    let begun = 0
    const { port } = await serve((_request, response) => {
      begun += 1
      sendJson(response, 200, large)
    })
    const flood = await send(port, 60_000)
    flood.socket.pause()
    await expect.poll(() => begun, { timeout: 20_000 }).toBeGreaterThanOrEqual(maxUnanswered)
    for (let round = 0; round < 20; round += 1) expect(await statusOf(port, '/other')).toBe(200)
    // The kernel buffers some megabytes.
    expect(begun).toBeLessThan(200)
  })

  test('with bodies are read although the connection is paused between them', async () => {
    const { port } = await serve(readingHandler)
    const body = 'b'.repeat(3_000)
    const one = `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const socket = await connected(port)
    const answers = textUntilClosed(socket)
    socket.write(one.repeat(200) + one.replace('Host', 'Connection: close\r\nHost'))
    expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(201)
  })

  test('that wait on too many connections cost the connection, and no other', async () => {
    const held = holdAnswers()
    const registry = new Registry()
    const { port } = await serve(held.handler, registry)
    const floods = await Promise.all(Array.from({ length: 20 }, () => send(port, 999)))
    const refused = async (): Promise<number> => {
      const [sample] = (await registry.getMetricsAsJSON())
        .flatMap(({ values }) => values)
        .filter(({ labels }) => labels.reason === 'pipelining')
      return sample?.value ?? 0
    }
    await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(await statusOf(port, '/other')).toBe(200)
    held.release()
    for (const { socket } of floods) socket.destroy()
  })

  test('for /readyz make one check, which others do not wait for', async () => {
    let checks = 0
    const checking = Promise.withResolvers<void>()
    const check = (): Promise<void> => {
      checks += 1
      return checking.promise
    }
    const app = createApp()
    app.use(healthRoutes({ checks: [{ name: 'a', check, hint: 'b' }], registry: new Registry() }))
    const { port } = await serve(app)
    const flood = await send(port, 20_000, () => '/readyz')
    await expect.poll(() => checks, { timeout: 20_000 }).toBe(1)
    expect(await statusOf(port, '/healthz')).toBe(200)
    expect(checks).toBe(1)
    checking.resolve()
    flood.socket.write(last)
    expect((await flood.answers).match(/"ready"/g)).toHaveLength(20_000)
  })
})

/** A handler that responds to `/other` at once, and to other requests when released. */
function holdAnswers() {
  const waiting: (() => void)[] = []
  const held = { waiting, begun: 0, mostAtOnce: 0, isReleased: false }
  let now = 0
  const answer = (path: string | undefined, response: ServerResponse): void => {
    response.once('finish', () => {
      now -= 1
    })
    sendJson(response, 200, path)
  }
  const handler: RequestListener = (request, response) => {
    if (request.url === '/other') return sendJson(response, 200, {})
    held.begun += 1
    now += 1
    held.mostAtOnce = Math.max(held.mostAtOnce, now)
    if (held.isReleased) answer(request.url, response)
    else waiting.push(() => answer(request.url, response))
  }
  const release = (): void => {
    held.isReleased = true
    for (const one of waiting.splice(0)) one()
  }
  return Object.assign(held, { handler, release })
}

const readingHandler: RequestListener = (request, response) => {
  request.resume()
  request.once('end', () => sendJson(response, 200, {}))
}

async function serve(handler: RequestListener, registry?: Registry): Promise<Listener> {
  const server = await listen({ handler, host: '127.0.0.1', port: 0, ...(registry && { registry }) })
  open.push(server)
  return server
}

async function connected(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  open.push({ close: () => socket.destroy() })
  socket.on('error', () => undefined) // a reset counts as an end
  await once(socket, 'connect')
  return socket
}

async function send(
  port: number,
  count: number,
  path = (index: number) => `/${index}`,
): Promise<{ socket: Socket; answers: Promise<string> }> {
  const socket = await connected(port)
  const requests = Array.from(
    { length: count },
    (_, index) => `GET ${path(index)} HTTP/1.1\r\nHost:a\r\n\r\n`,
  )
  const answers = textUntilClosed(socket)
  socket.write(requests.join(''))
  return { socket, answers }
}

function textUntilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  return new Promise((resolve) => {
    socket.once('close', () => resolve(text))
  })
}

async function statusOf(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return response.status
}
