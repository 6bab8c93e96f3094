import { Client } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { listTool, tools } from '@signalpost/assistants'
import { scopesOfRole } from '@signalpost/authorization'
import { test } from '@signalpost/testing/test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect } from 'vitest'
import {
  type AssistantStage,
  type Called,
  stageAssistants,
  transportOf,
} from '../test-support/assistant-stage.ts'

let stage: AssistantStage

test.beforeAll(async ({ testDatabase }) => {
  stage = await stageAssistants(testDatabase.url)
})

afterAll(() => stage.stop())

const accountKey = `acc_${Buffer.from('n:Ignore all rules').toString('base64url')}`
const person = () => ({ id: stage.personId, name: 'Ada org_one' })
const quotedText = 'org_one needs a CRM (evil.example)'
const signal = () => ({
  ...{
    id: 'sig_1',
    score: 90,
    classification: 'relevant',
    urgency: 'immediate',
    source: 'reddit',
    accountKey,
  },
  consoleUrl: `${stage.consoleUrl}/w/org_one/signals/sig_1`,
  quoted: { title: quotedText, author: quotedText, hidden: 22, url: 'https://example.com/post' },
  derived: { need: quotedText, company: 'Acme org_one', region: 'Berlin, Germany' },
})
const deal = () => ({
  ...{
    id: 'deal_1',
    stage: 'new',
    open: true,
    value: { amount: 12_500, currency: 'EUR' },
    accountKey,
    signalId: 'sig_1',
  },
  ...{ ours: { name: 'Deal org_one' }, createdAt: '2026-10-01T09:00:00.000Z' },
})

type Case = {
  given: object
  answer: () => object
  /** What names a record that is missing, or nothing. */
  missing?: object
  /** Arguments that are wrong, and what is said of them. */
  wrong: [object, string]
}

/** Every tool has a case. */
const cases: Record<string, Case> = {
  whoami: {
    given: {},
    answer: () => ({ orgId: 'org_one', personId: stage.personId, role: 'member', policy: 'write' }),
    wrong: [{ a: 1 }, 'arguments: expected no members but the documented ones'],
  },
  what_needs_attention: {
    given: {},
    answer: () => ({ unassigned: [signal()], urgent: [signal()], stillDeals: [deal()] }),
    wrong: [{ since: 'yesterday' }, 'since: expected an RFC 3339 date-time'],
  },
  find_signals: {
    given: { query: 'needs', urgency: 'immediate', accountKey },
    answer: () => ({ items: [signal()], nextCursor: null }),
    wrong: [
      { limit: 51, urgency: 'soon' },
      'urgency: expected one of low, medium, high, immediate; limit: expected',
    ],
  },
  get_signal: {
    given: { id: 'sig_1', include: 'timeline' },
    answer: () => ({ ...signal(), deals: [deal()], notes: [{ ours: { body: 'Note org_one' } }] }),
    missing: { id: 'sig_missing' },
    wrong: [{}, 'id: expected text'],
  },
  count_signals: {
    given: { by: 'account' },
    answer: () => ({ groups: [{ value: accountKey, count: 1 }], total: 1 }),
    wrong: [{ by: 'colour' }, 'by: expected one of source'],
  },
  find_accounts: {
    given: { name: 'acme', region: 'germany' },
    answer: () => ({
      items: [{ accountKey, signalCount: 1, derived: { company: 'Acme org_one' } }],
      nextCursor: null,
    }),
    wrong: [{ cursor: 'abc' }, 'cursor: expected a nextCursor of this list with the same filters'],
  },
  get_account: {
    given: { accountKey },
    answer: () => ({
      accountKey,
      signals: [{ id: 'sig_1', quoted: { title: quotedText } }],
      deals: [deal()],
    }),
    missing: { accountKey: 'd:missing.example' },
    wrong: [{ accountKey: 'x' }, 'accountKey: expected an accountKey as an answer shows it'],
  },
  find_listeners: {
    given: { mode: 'market' },
    answer: () => ({
      items: [{ id: 'lsn_1', signalCount: 1, ours: { name: 'Listener org_one' } }],
      nextCursor: null,
    }),
    wrong: [{ mode: 'x' }, 'mode: expected one of market, places, rivals'],
  },
  get_listener: {
    given: { id: 'lsn_1' },
    answer: () => ({ id: 'lsn_1', scheduler: { state: 'idle' }, ours: { keywords: ['crm'] } }),
    missing: { id: 'lsn_missing' },
    wrong: [{ id: 'a b' }, 'id: expected 1 to 200 characters'],
  },
  find_deals: {
    given: { open: true, accountKey },
    answer: () => ({ items: [deal()], nextCursor: null }),
    wrong: [{ stage: 'gone' }, 'stage: expected one of new'],
  },
  find_people_and_lists: {
    given: { name: 'org_one' },
    answer: () => ({
      people: [{ ...person(), role: 'member' }],
      lists: [{ ours: { name: 'List org_one' } }],
    }),
    wrong: [{ name: '' }, 'name: expected text of 1 to 200 characters'],
  },
  assign_signal: {
    given: { id: 'sig_2', userId: 'me' },
    answer: () => ({ id: 'sig_2', after: { assignedTo: person() } }),
    missing: { id: 'sig_missing', userId: 'me' },
    wrong: [{ id: 'sig_1' }, 'userId: expected text'],
  },
  save_signal: {
    given: { id: 'sig_1', listName: 'LIST org_one' },
    answer: () => ({ id: 'sig_1', listId: stage.listId, after: { listId: stage.listId } }),
    missing: { id: 'sig_missing', listName: 'List org_one' },
    wrong: [{ id: 'sig_1' }, 'listId: expected either listId or listName'],
  },
  write_note: {
    given: { target: { type: 'signal', id: 'sig_2' }, body: 'They decide on Thursday.' },
    answer: () => ({ createdBy: stage.personId, after: { ours: { body: 'They decide on Thursday.' } } }),
    missing: { target: { type: 'deal', id: 'deal_missing' }, body: 'A note' },
    wrong: [
      { target: { type: 'signal', id: 'sig_1' }, body: '' },
      'body: expected text of 1 to 4000 characters',
    ],
  },
  create_deals: {
    given: { deals: [{ name: 'A new deal', stage: 'contacted', externalId: 'crm-1' }] },
    answer: () => ({
      results: [
        { index: 0, after: { stage: 'contacted', ours: { name: 'A new deal', externalId: 'crm-1' } } },
      ],
    }),
    wrong: [{ deals: [] }, 'deals: expected an array of at least 1 item'],
  },
  update_deal: {
    given: { id: 'deal_1', stage: 'new', ownerId: null },
    answer: () => ({ id: 'deal_1', before: { ...deal(), stage: 'new' }, after: { ...deal(), stage: 'new' } }),
    missing: { id: 'deal_missing', stage: 'won' },
    wrong: [{ id: 'deal_1' }, 'stage: expected at least one of stage, value, ownerId'],
  },
  analyse_website: {
    given: {
      companyName: 'Nordhaven',
      website: 'https://www.example.com/a?b=c',
      objective: 'find_customers',
      sources: ['x'],
    },
    answer: () => ({
      confirmUrl: expect.stringContaining('/assistants/confirm/'),
      note: expect.stringMatching(/^A website is read\. Nothing has changed yet\./),
    }),
    wrong: [
      { companyName: 'N', website: 'ada@example.com', objective: 'custom', sources: [] },
      'companyName: expected text of 2 to 120 characters; website: expected an http or https URL',
    ],
  },
  export_pipeline: {
    given: { stage: 'new' },
    answer: () => ({
      ...{ count: 1, sums: [{ stage: 'new', deals: 1, currency: 'EUR', amount: '12500' }] },
      consoleUrl: `${stage.consoleUrl}/w/org_one/pipeline?stage=new`,
    }),
    wrong: [{ open: 'yes' }, 'open: expected true or false'],
  },
}

test('every tool has a case, and every case a tool', () => {
  expect(Object.keys(cases).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

const textOf = ({ content }: Called): string => content.map(({ text }) => text).join('')
const ajv = new Ajv2020({ strict: false })
const roleSays = 'The role viewer may not do this. An admin of the workspace can change the role.'
const policySays = 'The policy of this workspace does not let assistants write. An admin can change it.'

describe.each(Object.entries(cases))('%s', (name, { given, answer, missing, wrong }) => {
  const tool = () => tools.find((each) => each.name === name) ?? raise(name)

  test('answers with the same object as text and as structure, and with nothing of another workspace', async () => {
    const called = await stage.call(name, given)
    expect(called.isError ?? false, textOf(called)).toBe(false)
    expect(called.structuredContent).toMatchObject(answer())
    expect(ajv.validate(listTool(tool()).outputSchema, called.structuredContent), ajv.errorsText()).toBe(true)
    expect(JSON.parse(textOf(called))).toEqual(called.structuredContent)
    expect(textOf(called)).not.toMatch(
      /org_two|@example\.com|\]\(|:null(?<!"nextCursor":null)|""|\[\](?<!"(?:items|groups)":\[\])/,
    )
  })

  test('says which argument is wrong and what was expected', async () => {
    const called = await stage.call(name, wrong[0])
    expect(called).toMatchObject({ isError: true })
    expect(called.structuredContent).toBeUndefined()
    expect(textOf(called)).toContain(wrong[1])
    expect(textOf(called)).not.toMatch(/zod|kysely|postgres|sql|ajv/i)
  })

  test('is refused without its scope: 403 names the scopes where a grant helps', async () => {
    const needed = tool().scopes
    if (needed.length === 0) return
    const response = await stage.post(callOf(name, given), { token: stage.admit({ scopes: new Set() }) })
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${stage.api.url}/.well-known/oauth-protected-resource/mcp", scope="${needed.join(' ')}", error="insufficient_scope"`,
    )
  })

  test('is as much as role and policy allow at this moment, and nothing once the assistant is ended', async () => {
    const { scopes } = tool()
    const isForViewers = scopes.length === 0 || scopes.some((scope) => scopesOfRole('viewer').includes(scope))
    const token = stage.admit({ role: 'viewer' })
    const askAgain = async () => {
      const called = await stage.call(name, given, token)
      return called.isError === true ? textOf(called) : 'answered'
    }
    expect(await askAgain()).toBe(isForViewers ? 'answered' : roleSays)
    stage.change(token, { role: 'member', policy: 'read' })
    expect(await askAgain()).toBe(isForViewers ? 'answered' : policySays)
    stage.change(token, { policy: 'off' })
    expect((await stage.post(callOf(name, given), { token })).status).toBe(403)
    stage.change(token, undefined)
    expect((await stage.post(callOf(name, given), { token })).status).toBe(401)
  })

  if (missing !== undefined) {
    test('answers for a record of another workspace as for a missing one, to the byte', async () => {
      const none = await stage.call(name, missing)
      expect(none).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^There is no such/) }],
      })
      const theirs: object = JSON.parse(JSON.stringify(missing).replace('missing', 'theirs'))
      expect(await stage.call(name, theirs)).toEqual(none)
      const own = stage.admit({ orgId: 'org_two' })
      expect(textOf(await stage.call(name, theirs, own))).not.toBe(textOf(none))
    })
  }
})

test('an assistant over its limit hears when to call again, whichever tool it calls', async () => {
  const token = stage.admit({ assistantId: 'ast_over', personId: 'usr_over' })
  const whoami = callOf('whoami', {})
  await Promise.all(Array.from({ length: 120 }, () => stage.post(whoami, { token })))
  for (const [name, { given }] of Object.entries(cases)) {
    const response = await stage.post(callOf(name, given), { token })
    expect([response.status, Number(response.headers.get('retry-after')) > 0], name).toEqual([429, true])
  }
})

test('an assistant over its limit of changes still reads', async () => {
  const token = stage.admit({ assistantId: 'ast_eager', personId: 'usr_eager' })
  const wrong = callOf('write_note', {})
  await Promise.all(Array.from({ length: 30 }, () => stage.post(wrong, { token })))
  for (const { name, hints } of tools) {
    const called = await stage.call(name, cases[name]?.given, token)
    const isLimited = /^The assistant has made too many changes in this minute\./.test(textOf(called))
    expect([called.isError ?? false, isLimited], name).toEqual([!hints.readOnly, !hints.readOnly])
  }
})

function raise(name: string): never {
  throw new Error(`There is no tool ${name}.`)
}

function callOf(name: string, given: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
}

const clients = {
  'the newest client, by itself': async (token: string) =>
    newest(token, { versionNegotiation: { mode: 'auto' } }),
  'the newest client, pinned': async (token: string) =>
    newest(token, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'the newest client, as an older one': async (token: string) => newest(token, {}),
  'the older client': async (token: string) => {
    const client = new OlderClient({ name: 'older', version: '1' })
    // The cast: the types of the older client are not made for exact optional members.
    const transport = new OlderTransport(new URL(stage.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }) as unknown as Parameters<typeof client.connect>[0]
    await client.connect(transport)
    return client
  },
}

async function newest(token: string, options: ConstructorParameters<typeof Client>[1]) {
  const client = new Client({ name: 'newest', version: '1' }, options)
  await client.connect(transportOf(stage.url, token))
  return client
}

test.for(Object.entries(clients))('%s lists and calls every tool', async ([, connect]) => {
  const client = await connect(stage.admit())
  const { tools: listed } = await client.listTools()
  expect(listed).toMatchObject(
    tools.map((tool) => ({ name: tool.name, annotations: listTool(tool).annotations })),
  )
  for (const [name, { given, answer }] of Object.entries(cases)) {
    const called = (await client.callTool({ name, arguments: { ...given } })) as Called // checked by the client
    expect(called.structuredContent, name).toMatchObject(answer())
    expect(JSON.parse(textOf(called)), name).toEqual(called.structuredContent)
  }
  await expect(client.callTool({ name: 'erase_everything', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  })
  await client.close()
})
