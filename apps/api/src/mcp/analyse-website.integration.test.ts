import { listAuditEntries } from '@signalpost/database/acts'
import { startWebsite, type Website } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import {
  type AssistantStage,
  type Called,
  callWithPerson,
  stageAssistants,
} from '../test-support/assistant-stage.ts'
import { sendBody } from '../test-support/send-body.ts'

const nordhaven = new URL('../../../../packages/website-analysis/fixtures/nordhaven/', import.meta.url)
const allow = { action: 'accept' as const, content: { allow: true } }
const name = 'analyse_website'
const company = { companyName: 'Nordhaven B.V.', objective: 'find_customers', sources: ['x', 'hackernews'] }
/** Needs no website. */
const described = {
  ...company,
  ...{ website: 'example.com', acceptLimited: true, description: 'Payroll software for builders.' },
}

let stage: AssistantStage
let site: Website
let token = ''

test.beforeAll(async ({ testDatabase }) => {
  stage = await stageAssistants(testDatabase.url, {
    config: { crawlNetworks: { has: (address) => address === '127.0.0.1' } },
  })
  site = await startWebsite(nordhaven)
})

beforeEach(() => {
  token = stage.admit()
  site.asked.length = 0
})

afterEach(() => sql`truncate analyses, analysis_calls`.execute(stage.api.database))

afterAll(async () => {
  await stage.stop()
  await site.close()
})

const textOf = ({ content }: Called): string => content.map(({ text }) => text).join('')

/** Calls with a client whose person allows it. */
function analyse(given: Record<string, unknown>, by = token) {
  return callWithPerson(stage.url, { token: by, name, given: { ...company, ...given } }, allow)
}

test('plans from a website after a yes, with what its pages say under derived alone', async () => {
  const { called, questions } = await analyse({ website: `${site.url}/hidden?data=secret#x` })
  expect(questions).toEqual([
    expect.stringMatching(/^A website is read\. Analyse a website\?\nHost: 127\.0\.0\.1:\d+\nCompany: /),
  ])
  const { plan, usage, ...rest } = called.structuredContent as Record<string, Record<string, unknown>>
  expect(rest).toEqual({})
  expect(usage).toMatchObject({ allowance: 100, used: 1, resetsAt: expect.stringMatching(/^\d{4}-\d\d-01T/) })
  expect(plan).toEqual({
    ...{ mode: 'market', objective: 'find_customers', limited: false },
    derived: expect.objectContaining({
      keywords: expect.arrayContaining(['cold chain']),
      queries: expect.arrayContaining([expect.objectContaining({ source: 'hackernews', runnable: true })]),
    }),
  })
})

test('reads the host alone, whatever path and query the URL has', async () => {
  await analyse({ website: `${site.url}/hidden?data=secret` })
  expect(site.asked[0]).toBe('/robots.txt')
  expect(site.asked).toContain('/')
  expect(site.asked.join(' ')).not.toMatch(/hidden|secret/)
})

test('says the same plan as the route of the API, and counts against the same allowance', async () => {
  const key = await stage.api.createKey({ scopes: ['listeners:analyse'] })
  const body = { ...company, website: site.url }
  const answer = await sendBody('POST', `${stage.api.url}/v1/listeners/analyse-website`, { key, body })
  const { keywords } = (answer.body as { plan: { keywords: string[] } }).plan
  const { called } = await analyse({ website: site.url })
  expect(called.structuredContent).toMatchObject({ plan: { derived: { keywords } }, usage: { used: 2 } })
})

test('five an hour a person, whatever their assistants, and the next one hears when', async () => {
  for (let index = 0; index < 5; index += 1)
    expect(
      (await analyse({ ...described, companyName: `Company ${index}` }, stage.admit())).called.isError,
    ).not.toBe(true)
  const { called } = await analyse(described)
  expect(called).toMatchObject({
    isError: true,
    content: [
      {
        text: expect.stringMatching(
          /^The person has made 5 analyses in this hour\. Try again in \d+ seconds\.$/,
        ),
      },
    ],
  })
  const other = stage.admit({ personId: 'usr_else' })
  expect((await analyse(described, other)).called.isError).not.toBe(true)
})

test('a website that cannot be read is one error without its words, and gives the analysis back', async () => {
  for (const website of ['http://127.0.0.1:1/', 'http://10.0.0.1/', 'http://169.254.169.254/']) {
    const { called } = await analyse({ website })
    expect(called).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^The website could not be read\. A plan can be made from/) }],
    })
  }
  const { rows } = await sql`select from analyses`.execute(stage.api.database)
  expect(rows).toEqual([])
})

test('stops, and gives the analysis back, when the client leaves', async () => {
  const slow = await startWebsite()
  const reached = Promise.withResolvers<void>()
  slow.on('/', () => reached.resolve())
  const leaving = new AbortController()
  const given = { ...company, website: slow.url }
  const { requestState } = await ask(given)
  const sent = postCall(given, {
    requestState,
    inputResponses: { yes: allow },
    signal: leaving.signal,
  })
  await reached.promise
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await expect
    .poll(async () => (await sql`select from analyses`.execute(stage.api.database)).rows.length)
    .toBe(0)
  await slow.close()
})

test('a yes has one effect: the same call again has the first answer, and reads nothing', async () => {
  const given = { ...company, website: site.url }
  const { requestState } = await ask(given)
  const yes = { requestState, inputResponses: { yes: allow } }
  const [first, second] = await Promise.all([postCall(given, yes), postCall(given, yes)])
  const third = await postCall(given, yes)
  expect([second.result, third.result]).toEqual([first.result, first.result])
  expect(site.asked.filter((path) => path === '/')).toHaveLength(1)
  expect(first.result).toMatchObject({ structuredContent: { usage: { used: 1 } } })
})

test('what a website says makes the next change need a yes', async () => {
  const careful = stage.admit({ policy: 'confirm', assistantId: 'ast_careful' })
  await stage.api.apply('deal.created', { deal: { id: 'deal_a', name: 'A', stage: 'new' } })
  const update = (next: string) => stage.call('update_deal', { id: 'deal_a', stage: next }, careful)
  expect((await update('contacted')).structuredContent).toMatchObject({ after: { stage: 'contacted' } })
  await analyse(described, careful)
  expect((await update('won')).structuredContent).toHaveProperty('confirmUrl')
})

test('leaves one audit row of the assistant, with the host alone', async () => {
  const by = stage.admit({ assistantId: 'ast_audited' })
  await analyse({ ...described, website: 'https://user:secret@Example.com/a?secret' }, by)
  await analyse({ website: 'http://127.0.0.1:1/' }, by)
  expect(await listAuditEntries(stage.api.database, { actorId: 'ast_audited' }, { limit: 9 })).toMatchObject([
    {
      ...{ act: 'website.analyse', orgId: 'org_one', target: { type: 'website', id: 'example.com' } },
      actor: { kind: 'assistant', id: 'ast_audited' },
    },
  ])
})

test('is not offered to those who only read', async () => {
  const answer = await stage.call(name, { ...described }, token, '?readonly=1').catch(String)
  expect(answer).toContain('There is no such tool.')
  const reader = stage.admit({ policy: 'read' })
  expect(textOf(await stage.call(name, described, reader))).toContain('policy')
})

describe('the page that asks shows the host, as people and as machines read it', () => {
  test.for([
    ['https://münchen.example/a?b', 'münchen.example (xn--mnchen-3ya.example)'],
    ['xn--e1afmkfd.example', 'пример.example (xn--e1afmkfd.example)'],
    ['https://user:secret@Example.com:8443/', 'example.com:8443'],
    ['http://[::1]/', '[::1]'],
  ] as const)('%s as %s', async ([website, host]) => {
    const { structuredContent } = await stage.call(name, { ...described, website }, token)
    const { confirmUrl } = structuredContent as { confirmUrl: string }
    // The assistant of the page is looked up with it.
    const { rows } = await sql<{ shown: { facts: unknown } }>`
      select shown from assistant_confirmations
      where confirmation_id = ${confirmUrl.split('/').at(-1)}`.execute(stage.api.database)
    expect(rows[0]?.shown.facts).toEqual([
      { label: 'Host', text: host },
      { label: 'Company', text: 'Nordhaven B.V.' },
      { label: 'Objective', text: 'find customers' },
      { label: 'Platforms', text: 'X, Hacker News' },
      { label: 'Description', text: 'Payroll software for builders.' },
      { label: 'Limited', text: 'The plan is made from the description. The website is not read.' },
    ])
  })
})

/** Asks as a client of forms does, and returns what comes back with the answer. */
async function ask(given: object): Promise<{ requestState: string }> {
  const { result } = await postCall(given)
  expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
  return result as { requestState: string }
}

async function postCall(
  given: object,
  { signal, ...more }: { signal?: AbortSignal; [name: string]: unknown } = {},
) {
  const version = '2026-07-28'
  const response = await fetch(stage.url, {
    method: 'POST',
    signal: signal ?? null,
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${token}`, 'mcp-protocol-version': version },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': name },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name, arguments: given, ...more },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
        },
      },
    }),
  })
  // The cast: only the result is looked at.
  return (await response.json()) as { result: unknown }
}
