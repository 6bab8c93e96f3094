import { Client } from '@modelcontextprotocol/client'
import { tools } from '@signalpost/assistants'
import { createWorkspace } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, describe, expect } from 'vitest'
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
const textOf = ({ content }: Called): string => content.map(({ text }) => text).join('')

function callOf(name: string, given: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
}

async function newest(token: string, options: ConstructorParameters<typeof Client>[1]) {
  const client = new Client({ name: 'newest', version: '1' }, options)
  await client.connect(transportOf(stage.url, token))
  return client
}

const lists = [
  ['find_signals', { urgency: 'low' }],
  ['find_accounts', { region: 'x' }],
  ['find_listeners', { mode: 'market' }],
  ['find_deals', { stage: 'new' }],
] as const

type Page = { items: { id?: string; accountKey?: string }[]; nextCursor: string | null }

test('every tool that takes a cursor has a case', () => {
  const paged = tools.filter(({ input }) => 'cursor' in input.shape).map(({ name }) => name)
  expect(lists.map(([name]) => name)).toEqual(paged)
})

describe('pages', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7]

  beforeAll(async () => {
    const orgId = 'org_paged'
    const workspace = {
      orgId,
      name: orgId,
      plan: 'standard',
      accountIntelligence: true,
      analysisAllowance: 1,
    }
    await createWorkspace(stage.api.database, workspace)
    for (const row of rows) {
      const accountKey = `d:row-${row}.example`
      await stage.api.storeSignal({ id: `row-${row}`, orgId, accountKey })
      const listener = {
        id: `row-${row}`,
        name: 'Row',
        mode: 'places',
        objective: 'find_customers',
        keywords: [],
      }
      await stage.api.apply('listener.created', { listener }, orgId)
      await stage.api.apply('deal.created', { deal: { id: `row-${row}`, name: 'Row', stage: 'won' } }, orgId)
    }
  })

  test.for(lists)(
    'of %s give each row once, and its cursor opens no other list',
    async ([name, narrower]) => {
      const token = stage.admit({ orgId: 'org_paged' })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = (await stage.call(name, { limit: 3, cursor }, token)).structuredContent as Page // or the next line fails
        seen.push(...page.items.map(({ id, accountKey }) => id ?? accountKey ?? ''))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && seen.length <= rows.length)
      const prefix = name === 'find_accounts' ? 'd:row-%.example' : 'row-%'
      expect(seen.toSorted()).toEqual(rows.map((row) => prefix.replace('%', String(row))))

      const first = (await stage.call(name, { limit: 3 }, token)).structuredContent as Page // as above
      const given = { cursor: first.nextCursor }
      const refusal = {
        isError: true,
        content: [{ text: expect.stringContaining('cursor: expected a nextCursor') }],
      }
      expect(await stage.call(name, { ...given, ...narrower }, token)).toMatchObject(refusal)
      expect(await stage.call(name, given, stage.admit({ orgId: 'org_two' }))).toMatchObject(refusal)
      for (const [other] of lists)
        if (other !== name) expect(await stage.call(other, given, token)).toMatchObject(refusal)
    },
  )
})

/** Everywhere that an argument names what may be of another workspace, but for the records that a tool is about. */
test.for<[string, (name: string) => object, string, () => string]>([
  ['find_signals', (listener) => ({ listener }), 'lsn_missing', () => 'lsn_theirs'],
  ['find_signals', (accountKey) => ({ accountKey }), 'd:missing.example', () => 'd:theirs.example'],
  ['find_signals', (assignedTo) => ({ assignedTo }), 'usr_missing', () => stage.theirs.personId],
  ['count_signals', (listener) => ({ by: 'source', listener }), 'lsn_missing', () => 'lsn_theirs'],
  ['find_accounts', (assignedTo) => ({ assignedTo }), 'usr_missing', () => stage.theirs.personId],
  ['find_deals', (accountKey) => ({ accountKey }), 'd:missing.example', () => 'd:theirs.example'],
  ['find_deals', (ownerId) => ({ ownerId }), 'usr_missing', () => stage.theirs.personId],
  ['find_people_and_lists', (name) => ({ name }), 'missing', () => 'org_two'],
  ['save_signal', (listId) => ({ id: 'sig_1', listId }), 'col_missing', () => stage.theirs.listId],
  ...['signal', 'deal', 'account'].map((type): [string, (id: string) => object, string, () => string] => {
    const prefix = { signal: 'sig_', deal: 'deal_', account: 'd:' }[type] ?? ''
    const suffix = type === 'account' ? '.example' : ''
    const note = (id: string) => ({ target: { type, id }, body: 'A note' })
    return ['write_note', note, `${prefix}missing${suffix}`, () => `${prefix}theirs${suffix}`]
  }),
])(
  '%s does not tell what is of another workspace from what is missing',
  async ([name, give, missing, theirs]) => {
    const none = await stage.call(name, give(missing))
    expect(JSON.stringify(none)).not.toContain(missing)
    expect(await stage.call(name, give(theirs()))).toEqual(none)
  },
)

// Users are those of the product that sends signals, so any id is taken.
test('a user of another workspace has an id and no name', async () => {
  const { personId } = stage.theirs
  const assigned = await stage.call('assign_signal', { id: 'sig_1', userId: personId })
  expect(assigned.structuredContent).toMatchObject({ after: { assignedTo: { id: personId } } })
  const owned = await stage.call('update_deal', { id: 'deal_1', ownerId: personId })
  expect(owned.structuredContent).toMatchObject({ after: { owner: { id: personId } } })
  const read = await stage.call('get_signal', { id: 'sig_1' })
  expect(textOf(assigned) + textOf(owned) + textOf(read)).not.toContain('Ada org_two')
})

test('a long answer is cut, says so, and continues where it ended', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `sig_long_${index}`)
  for (const id of ids)
    await stage.api.storeSignal({ id, listenerId: 'lsn_long', excerpt: '"\n'.repeat(1_500) })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const called = await stage.call('find_signals', {
      listener: 'lsn_long',
      limit: 30,
      detail: 'long',
      cursor,
    })
    expect(textOf(called).length).toBeLessThanOrEqual(40_000)
    const page = called.structuredContent as {
      items: { id: string }[]
      nextCursor: string | null
      more?: number
    }
    expect(page.nextCursor === null).toBe(page.more === undefined)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && seen.length < 60)
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('role and policy that were changed hold at once, and are said rather than asked for', async () => {
  const token = stage.admit()
  stage.change(token, { role: 'viewer' })
  expect(await stage.call('find_people_and_lists', {}, token)).toMatchObject({
    isError: true,
    content: [{ text: 'The role viewer may not do this. An admin of the workspace can change the role.' }],
  })
  stage.change(token, { role: 'member', policy: 'read' })
  expect(textOf(await stage.call('find_people_and_lists', {}, token))).toContain('policy')
  expect((await stage.call('whoami', {}, token)).structuredContent).toMatchObject({
    scopes: ['signals:read', 'accounts:read', 'listeners:read', 'pipeline:read', 'export:read'],
    missing: [{ scope: 'listeners:analyse', because: 'policy' }, {}, {}],
  })
  stage.change(token, { policy: 'off' })
  const response = await stage.post(callOf('whoami', {}), { token })
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'forbidden' }),
  ])
  stage.change(token, undefined)
  expect((await stage.post(callOf('whoami', {}), { token })).status).toBe(401)
})

test('resources show what the tools show, and one of another workspace is a missing one', async () => {
  const client = await newest(stage.admit({ assistantId: 'ast_resources' }), {
    versionNegotiation: { mode: 'auto' },
  })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['signalpost://guide', 'signalpost://vocabulary'])
  for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1)
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates).toHaveLength(4)
  for (const uri of ['signals/sig_1', `accounts/${accountKey}`, 'listeners/lsn_1', 'deals/deal_1']) {
    const { contents } = await client.readResource({ uri: `signalpost://${uri}` })
    expect(JSON.stringify(contents), uri).not.toContain('org_two')
  }
  const stranger = await newest(stage.admit({ orgId: 'org_none' }), { versionNegotiation: { mode: 'auto' } })
  const missing = { code: -32602, message: expect.stringContaining('There is no such resource.') }
  for (const uri of ['signals/sig_1', 'deals/deal_1', 'signals/missing', 'nothing/x', 'signals/%E0%A4%A'])
    await expect(stranger.readResource({ uri: `signalpost://${uri}` }), uri).rejects.toMatchObject(missing)
  await client.close()
  await stranger.close()
})

test('prompts and completion name ids and words from fixed sets alone', async () => {
  const client = await newest(stage.admit(), { versionNegotiation: { mode: 'auto' } })
  const { prompts } = await client.listPrompts()
  expect(prompts).toHaveLength(6)
  const { messages } = await client.getPrompt({ name: 'account_brief', arguments: { account: accountKey } })
  expect(JSON.stringify(messages)).toContain(accountKey)
  const ref = { type: 'ref/prompt' as const, name: 'listener_health' }
  const { completion } = await client.complete({ ref, argument: { name: 'listener', value: 'lsn' } })
  expect(completion.values).toEqual(['lsn_1'])
  await expect(client.getPrompt({ name: 'draft_outreach', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  })
  await client.close()
})
