import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { cliInProcess } from '../../test-support/call-in-process.ts'

type Check = { name: string; ok: boolean; message: string; remedy?: string }
type Answer = { status?: number; body: unknown }

const closing: (() => void)[] = []
const secret = 'sk-very-secret'

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An endpoint that answers every request the same. */
async function startEndpoint({ status = 200, body }: Answer) {
  const asked: { path: string | undefined; authorization: string | undefined; bytes: number }[] = []
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      asked.push({ path: request.url, authorization: request.headers.authorization, bytes: sent.length })
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo // the cast: it listens on TCP
  return { url: `http://127.0.0.1:${port}/v1`, asked }
}

/** The stores are away, so that nothing but the configuration and the models is checked. */
async function check(name: string, variables: Record<string, string>): Promise<Check | undefined> {
  const environment = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SIGNALPOST_MASTER_KEY: randomBytes(32).toString('base64'),
    ...variables,
  }
  const { stdout, stderr } = await cliInProcess(environment)(['doctor', '--json'])
  expect(`${stdout}${stderr}`).not.toContain(secret)
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  return checks.find((one) => one.name === name)
}

function languageModel(url: string) {
  return check('language model', { SIGNALPOST_LLM_URL: url, SIGNALPOST_LLM_KEY: secret })
}

function rerankModel(url: string) {
  return check('rerank model', { SIGNALPOST_RERANK_URL: url, SIGNALPOST_RERANK_API_KEY: secret })
}

function completion(content: string): Answer {
  return { body: { choices: [{ message: { content } }] } }
}

test('asks no model that is not configured, and says when a key is missing', async () => {
  expect(await check('language model', {})).toBeUndefined()
  expect(await check('rerank model', {})).toBeUndefined()
  expect(await check('language model', { SIGNALPOST_LLM_URL: 'http://127.0.0.1:1/v1' })).toEqual({
    ...{ name: 'language model', ok: false, remedy: 'Set SIGNALPOST_LLM_KEY.' },
    message: 'SIGNALPOST_LLM_URL is set, but no key, so no model is asked',
  })
})

test('asks a language model one small question with its key', async () => {
  const { url, asked } = await startEndpoint(completion('{"ok":true}'))
  expect(await languageModel(url)).toEqual({
    ...{ name: 'language model', ok: true, message: 'it answers with the JSON that was asked for' },
  })
  expect(asked).toEqual([
    { path: '/v1/chat/completions', authorization: `Bearer ${secret}`, bytes: expect.any(Number) },
  ])
  expect(asked[0]?.bytes).toBeLessThan(1_000)
})

test('asks a rerank model for two scores with its key', async () => {
  const results = [0, 1].map((index) => ({ index, relevance_score: 0.5 }))
  const { url, asked } = await startEndpoint({ body: { results } })
  expect(await rerankModel(url)).toEqual({
    name: 'rerank model',
    ok: true,
    message: 'it scores what it is sent',
  })
  expect(asked).toMatchObject([{ path: '/v1/rerank', authorization: `Bearer ${secret}` }])
})

test('names what to correct when an endpoint is away, refuses the key, or does not know the address', async () => {
  const away = 'http://127.0.0.1:1/v1'
  expect(await languageModel(away)).toMatchObject({
    ok: false,
    message: 'The model gives no answer that can be read (ECONNREFUSED).',
    remedy: 'Correct SIGNALPOST_LLM_URL, or repair what answers there. Until then the rules alone decide.',
  })
  expect(await rerankModel(away)).toMatchObject({ ok: false, remedy: expect.stringContaining('RERANK_URL') })
  const refused = await startEndpoint({ status: 401, body: `Wrong key ${secret}` })
  expect(await languageModel(refused.url)).toMatchObject({
    ok: false,
    message: 'The model answers with status 401.',
    remedy: expect.stringContaining('Correct SIGNALPOST_LLM_KEY'),
  })
  expect(await rerankModel(refused.url)).toMatchObject({
    remedy: expect.stringContaining('Correct SIGNALPOST_RERANK_API_KEY'),
  })
  const unknown = await startEndpoint({ status: 404, body: {} })
  expect(await rerankModel(unknown.url)).toMatchObject({
    remedy: expect.stringContaining('SIGNALPOST_RERANK_URL or SIGNALPOST_RERANK_MODEL'),
  })
  const busy = await startEndpoint({ status: 429, body: {} })
  expect(await languageModel(busy.url)).toMatchObject({ remedy: expect.stringContaining('the limit') })
})

test('an answer of another shape is not taken', async () => {
  const other = await startEndpoint(completion('{"fine":1}'))
  expect(await languageModel(other.url)).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('structured output'),
  })
  const page = await startEndpoint({ body: '<html>Welcome</html>' })
  expect(await languageModel(page.url)).toMatchObject({
    ok: false,
    message: expect.stringContaining('SyntaxError'),
  })
  expect(await rerankModel(page.url)).toMatchObject({ ok: false })
  const one = await startEndpoint({ body: { results: [{ index: 0, relevance_score: 1 }] } })
  expect(await rerankModel(one.url)).toMatchObject({ ok: false, message: 'it scores 1 of 2 texts' })
})
