import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Response } from 'express'
import { expect, test, vi } from 'vitest'
import type { Movement, Watcher } from './create-watcher.ts'
import { sendStream } from './send-stream.ts'

/** Serves streams of a workspace in which something moves whenever the test says so. */
async function serveStreams(mayStay = async () => true) {
  const listeners = new Set<(movement: Movement) => void>()
  const closing = new AbortController()
  const watcher: Watcher = {
    watch: (_orgId, listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    closing: closing.signal,
    close: () => closing.abort(),
  }
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => {
    responses.push(response)
    // The cast: it uses what Node's own response has.
    void sendStream(response as Response, { watcher, orgId: 'org_one', mayStay })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // the cast: it listens on a port
  return { watcher, listeners, responses, port, server }
}

test('a reader that takes nothing is let go before it fills the memory', async () => {
  const { listeners, responses, port, server } = await serveStreams()
  const asked = request({ host: '127.0.0.1', port }).end()
  const [answer] = await once(asked, 'response')
  answer.pause()
  asked.on('error', () => undefined)
  answer.on('error', () => undefined)
  let mostHeld = 0
  for (let movements = 0; listeners.size > 0 && movements < 1_000_000; movements += 1) {
    for (const listener of listeners) listener({ moved: ['deliveries', 'signals', 'alerts', 'sources'] })
    mostHeld = Math.max(mostHeld, responses[0]?.writableLength ?? 0)
    // What the network takes at once.
    if (movements % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(listeners.size).toBe(0)
  expect(mostHeld).toBeLessThan(128 * 1024)
  server.close()
})

test('a stream that begins while the process stops ends at once', async () => {
  const { watcher, listeners, port, server } = await serveStreams()
  watcher.close()
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(await answer.text()).toContain(': ready')
  expect(listeners.size).toBe(0)
  server.close()
})

test('a stream that has ended sends nothing more to a reader that takes nothing', async () => {
  let mayStay = true
  const { listeners, responses, port, server } = await serveStreams(async () => mayStay)
  const asked = request({ host: '127.0.0.1', port }).end()
  const [answer] = await once(asked, 'response')
  answer.pause()
  asked.on('error', () => undefined)
  answer.on('error', () => undefined)
  const [response] = responses
  if (response === undefined) throw new Error('the server has no response')
  const failed = vi.fn()
  response.on('error', failed)
  const move = (): void => {
    for (const listener of listeners) listener({ moved: ['signals'] })
  }
  while (response.writableLength < 16 * 1024) {
    move()
    await new Promise((resolve) => setImmediate(resolve))
  }
  mayStay = false
  await vi.waitFor(() => expect(response.writableEnded).toBe(true), { timeout: 5_000 })
  expect([response.closed, listeners.size]).toEqual([false, 1])
  move()
  await new Promise((resolve) => setImmediate(resolve))
  expect(failed).not.toHaveBeenCalled()
  server.closeAllConnections()
  server.close()
})
