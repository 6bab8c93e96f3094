import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

const text = 'Acme CRM helps sales teams keep track of leads, deals and customers in one pipeline. '
const page = `<!doctype html><html lang="en"><title>Acme CRM</title><main><p>${text.repeat(5)}</p></main></html>`

let console: TestConsole
const opened = Promise.withResolvers<void>()
let visits = 0
const site = createServer((request, response) => {
  if (request.url === '/') visits += 1
  void opened.promise.then(() => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
    response.end(request.url === '/' ? page : '')
  })
})

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})

afterAll(async () => {
  await console.stop()
  site.close()
})

async function plan(cookie: string, website = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`) {
  const answer = await fetch(`${console.url}/console/api/w/org_one/listener-plans`, {
    method: 'POST',
    headers: { ...fromPage, cookie },
    body: JSON.stringify({ companyName: 'Acme', website, objective: 'find_customers' }),
  })
  // The cast: the plan, or the body of an error.
  const body = (await answer.json()) as { code?: string; message?: string; plan?: unknown }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

const logInAdmin = async () => console.logIn(await console.addPerson({ org_one: 'admin' }))

async function countedAnalyses(): Promise<number> {
  const { rows } = await console.pool.query(
    'select count(counted_at)::int as counted, count(*)::int as all from analyses',
  )
  expect(rows[0]?.all).toBe(rows[0]?.counted)
  return rows[0]?.counted ?? 0
}

test('of twenty calls at once a workspace has one website read, and each other call learns when to try again', async () => {
  const cookie = await logInAdmin()
  const calls = Array.from({ length: 20 }, () => plan(cookie))
  // What is refused is refused while the website is being read.
  const refused = Promise.all(calls.map((call) => Promise.race([call, opened.promise.then(() => undefined)])))
  const first = await Promise.race(calls)
  expect(first).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  setTimeout(() => opened.resolve(), 1_000)
  await refused
  const answers = await Promise.all(calls)
  expect(answers.filter(({ status }) => status === 200)).toMatchObject([
    { body: { plan: { limited: false } } },
  ])
  const others = answers.filter(({ status }) => status !== 200)
  const messages = others.map(({ body }) => String(body.message)).toSorted()
  expect(messages).toEqual([
    ...Array(4).fill('Another website is being read for the workspace.'),
    ...Array(15).fill('The person has made 5 analyses in this hour.'),
  ])
  for (const { status, retryAfter } of others) {
    expect([status, Number(retryAfter)]).toEqual([429, expect.any(Number)])
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  expect(visits).toBe(1)
  expect(await countedAnalyses()).toBe(1)
})

test('a website that cannot be read is given back, and a used allowance is refused', async () => {
  opened.resolve()
  const cookie = await logInAdmin()
  const unreadable = await plan(cookie, 'http://127.0.0.1:1/')
  expect(unreadable).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await countedAnalyses()).toBe(1)
  await console.pool.query(`update workspaces set analysis_allowance = 1 where org_id = 'org_one'`)
  const used = await plan(cookie)
  expect(used).toMatchObject({ status: 429, body: { code: 'allowance_exhausted' } })
  expect(Number(used.retryAfter)).toBeGreaterThan(0)
})
