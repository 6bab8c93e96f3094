import { once } from 'node:events'
import { createServer } from 'node:http'
import { startConnectProxy } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { askModel } from './ask-model.ts'

const closing: { close: () => unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

const question = {
  instructions: 'Answer.',
  data: {},
  name: 'answer',
  schema: {},
  signal: new AbortController().signal,
}
const login = { user: 'user', password: 'secret' }

async function startModel() {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    response.end(JSON.stringify({ choices: [{ message: { content: '{"is":"fine"}' } }] }))
  })
  closing.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, hosts }
}

test('asks a model through the proxy, which alone can resolve its name', async () => {
  const { port, hosts } = await startModel()
  const proxy = await startConnectProxy(port, { login })
  closing.push(proxy)
  const model = { url: 'http://model.test:8000/v1', key: 'key', model: undefined, proxy }
  expect(await askModel(model, question)).toEqual({ is: 'fine' })
  expect(proxy.asked).toEqual(['model.test:8000'])
  expect(hosts).toEqual(['model.test:8000'])
})

test('asks no model past a proxy that refuses', async () => {
  const { port, hosts } = await startModel()
  const proxy = await startConnectProxy(port, { login })
  closing.push(proxy)
  const url = `http://127.0.0.1:${port}/v1`
  const model = { url, key: 'key', model: undefined, proxy: { ...proxy, authorization: undefined } }
  await expect(askModel(model, question)).rejects.toThrow('The model gives no answer that can be read')
  expect(hosts).toEqual([])
})
