import { Client } from '@modelcontextprotocol/client'
import { type Caller, performAct } from '@signalpost/administration'
import { confirmChangeAct } from '@signalpost/administration/assistant'
import { listAuditEntries } from '@signalpost/database/acts'
import { findConfirmation } from '@signalpost/database/assistant-calls'
import { findDeal, listNotesOn } from '@signalpost/database/records'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
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

const page = /^https:\/\/console\.example\/w\/org_one\/assistants\/confirm\/(cnf_\w+)$/

let count = 0
/** Connects an assistant of the person, and adds a deal. */
async function setOut() {
  count += 1
  const [assistantId, id] = [`ast_page_${count}`, `deal_page_${count}`]
  await sql`
    insert into assistants (assistant_id, org_id, person_id, client_id, client_name, redirect_uri, scopes, created_at,
                            connected_at, ends_at)
    values (${assistantId}, 'org_one', ${stage.personId}, 'c', 'Claude', 'https://c.example/', '{}', now(), now(),
            now() + interval '90 days')`.execute(stage.api.database)
  await stage.api.apply('deal.created', { deal: { id, name: 'A deal', stage: 'new' } })
  return { assistantId, id, token: stage.admit({ assistantId }) }
}

const lose = (id: string, token: string) => stage.call('update_deal', { id, stage: 'lost' }, token)
const stageOf = async (dealId: string) =>
  (await findDeal(stage.api.database, { orgId: 'org_one', dealId }))?.stage

/** The id of the page that an answer names. */
function pageOf(called: Called): string {
  expect(called.isError ?? false).toBe(false)
  // The cast: a match fails below where there is no address.
  const { confirmUrl } = called.structuredContent as { confirmUrl: string }
  expect(JSON.parse(called.content[0]?.text ?? '')).toEqual(called.structuredContent)
  const [, confirmationId = ''] = page.exec(confirmUrl) ?? []
  expect(confirmationId).not.toBe('')
  return confirmationId
}

function decide(
  confirmationId: string,
  decision: 'allow' | 'deny',
  { personId = stage.personId, orgId = 'org_one' } = {},
) {
  const caller: Caller = {
    actor: { kind: 'person', id: personId },
    ...{ orgId, role: 'admin', isOperator: true, address: null, requestId: null },
  }
  const services = { database: stage.api.database, nowMs: () => stage.nowMs }
  return performAct(services, {
    caller,
    act: confirmChangeAct,
    input: { orgId, confirmationId, decision },
  })
}

test('a yes on the page lets the same call through once, and leaves an audit row of the person', async () => {
  const { assistantId, id, token } = await setOut()
  const confirmationId = pageOf(await lose(id, token))
  expect(await stageOf(id)).toBe('new')
  // Calling again before the person decides changes nothing, and asks no second time.
  expect(pageOf(await lose(id, token))).toBe(confirmationId)
  await decide(confirmationId, 'allow')
  expect((await lose(id, token)).structuredContent).toMatchObject({ after: { stage: 'lost' } })
  await stage.api.apply('deal.updated', { deal: { id, name: 'A deal', stage: 'proposal' } })
  expect(pageOf(await lose(id, token))).not.toBe(confirmationId)
  expect(await stageOf(id)).toBe('proposal')
  const [row] = await listAuditEntries(
    stage.api.database,
    { actorId: stage.personId, orgId: 'org_one' },
    { limit: 1 },
  )
  expect(row).toMatchObject({
    ...{ act: 'assistant.confirm', target: { type: 'assistant', id: assistantId } },
    after: { confirmationId, tool: 'update_deal', decision: 'allow' },
  })
})

test('a yes does not count for a change that the person did not see', async () => {
  const { id, token } = await setOut()
  const first = pageOf(await lose(id, token))
  await stage.api.apply('deal.updated', { deal: { id, name: 'A deal', stage: 'won' } })
  // A page that would show what was is not shown again.
  const second = pageOf(await lose(id, token))
  expect(second).not.toBe(first)
  await decide(first, 'allow')
  expect(await lose(id, token)).toMatchObject({
    isError: true,
    content: [{ text: 'What the person said yes to has changed since. Call again to ask again.' }],
  })
  expect(await stageOf(id)).toBe('won')
  await decide(second, 'allow')
  expect((await lose(id, token)).structuredContent).toMatchObject({
    ...{ before: { stage: 'won' }, after: { stage: 'lost' } },
  })
})

test('one yes has one effect when the call comes several times at once', async () => {
  const { id, token } = await setOut()
  const given = { deals: Array.from({ length: 6 }, (_, index) => ({ name: `${id} ${index}` })) }
  await decide(pageOf(await stage.call('create_deals', given, token)), 'allow')
  const answers = await Promise.all([1, 2, 3, 4].map(() => stage.call('create_deals', given, token)))
  const hasResults = ({ structuredContent }: Called) => JSON.stringify(structuredContent).includes('results')
  expect(answers.filter(hasResults)).toHaveLength(1)
})

test('a no refuses the call, and asks no second time while the person remembers it', async () => {
  const { id, token } = await setOut()
  await decide(pageOf(await lose(id, token)), 'deny')
  expect(await lose(id, token)).toMatchObject({
    isError: true,
    content: [{ text: 'The person said no. Nothing was changed.' }],
  })
  stage.nowMs += 6 * 60_000
  pageOf(await lose(id, token))
  expect(await stageOf(id)).toBe('new')
})

describe('a yes does not count', () => {
  test.for<[string, (given: { id: string; token: string }) => Promise<Called>]>([
    ['for another assistant', ({ id }) => lose(id, stage.admit({ assistantId: 'ast_other' }))],
    ['for another deal', ({ token }) => lose('deal_1', token)],
    [
      'for other arguments',
      ({ id, token }) => stage.call('update_deal', { id, stage: 'lost', ownerId: 'me' }, token),
    ],
    [
      'in another workspace',
      ({ token }) => {
        stage.change(token, { orgId: 'org_two' })
        return lose('deal_1', token)
      },
    ],
    [
      'after five minutes',
      ({ id, token }) => {
        stage.nowMs += 5 * 60_000 + 1
        return lose(id, token)
      },
    ],
  ])('%s', async ([, call]) => {
    const { id, token } = await setOut()
    await decide(pageOf(await lose(id, token)), 'allow')
    const { isError = false, structuredContent } = await call({ id, token })
    expect([isError, structuredContent]).toEqual([
      false,
      expect.objectContaining({ confirmUrl: expect.any(String) }),
    ])
    expect([await stageOf(id), await stageOf('deal_1')]).toEqual(['new', 'new'])
  })
})

describe('no one decides', () => {
  test.for<[string, string, (confirmationId: string) => Promise<unknown>]>([
    [
      'for someone else, not even an admin',
      'not_found',
      (id) => decide(id, 'allow', { personId: 'usr_else' }),
    ],
    ['in another workspace', 'not_found', (id) => decide(id, 'allow', { orgId: 'org_two' })],
    ['on what was never asked', 'not_found', () => decide('cnf_missing', 'allow')],
    [
      'twice',
      'conflict',
      async (id) => {
        await decide(id, 'deny')
        await decide(id, 'allow')
      },
    ],
    [
      'late',
      'not_found',
      (id) => {
        stage.nowMs += 5 * 60_000
        return decide(id, 'allow')
      },
    ],
    [
      'for an assistant that has ended',
      'not_found',
      async (id) => {
        await sql`
          update assistants set ended_at = now(), end_reason = 'person'
          where assistant_id = ${`ast_page_${count}`}`.execute(stage.api.database)
        await decide(id, 'allow')
      },
    ],
  ])('%s', async ([, code, act]) => {
    const { id, token } = await setOut()
    await expect(act(pageOf(await lose(id, token)))).rejects.toMatchObject({ code })
    expect(await stageOf(id)).toBe('new')
  })
})

test('what there is not, and what is of another workspace, is refused before anyone is asked', async () => {
  const { token } = await setOut()
  for (const id of ['deal_missing', 'deal_page_1']) {
    stage.change(token, { orgId: 'org_two' })
    expect(await lose(id, token)).toMatchObject({
      isError: true,
      content: [{ text: 'There is no such deal.' }],
    })
  }
})

describe('the page shows the change in words', () => {
  const dirty = 'Deal\u200b [x](https://evil.example/?d=1)'
  test.for<[string, Record<string, unknown>, unknown[]]>([
    [
      'update_deal',
      { id: 'deal_1', stage: 'lost', value: { amount: 5_000, currency: 'JPY' }, ownerId: 'me' },
      [
        { label: 'Deal', text: 'Deal org_one', record: { type: 'deal', id: 'deal_1' } },
        { label: 'Stage', text: 'new → lost' },
        { label: 'Value', text: expect.stringMatching(/EUR.125\.00 → JPY.5,000/) },
        { label: 'Owner', text: 'no one → Ada org_one' },
      ],
    ],
    [
      'assign_signal',
      { id: 'sig_1', userId: 'me' },
      [
        {
          label: 'Signal',
          text: 'org_one needs a CRM (evil.example)',
          record: { type: 'signal', id: 'sig_1' },
        },
        { label: 'Assigned to', text: 'no one → Ada org_one' },
      ],
    ],
    [
      'assign_signal',
      { id: 'sig_1', userId: 'usr_01m8nr1q4grnypx97bxcjx5nwq' },
      [expect.anything(), { label: 'Assigned to', text: 'no one → someone without a name' }],
    ],
    [
      'assign_signal',
      { id: 'sig_1', userId: 'crm-user-17' },
      [expect.anything(), { label: 'Assigned to', text: 'no one → crm-user-17' }],
    ],
    [
      'save_signal',
      { id: 'sig_1', listName: 'Hot', create: true },
      [expect.anything(), { label: 'List', text: 'Hot, which is made if there is none' }],
    ],
    [
      'write_note',
      { target: { type: 'account', id: 'd:acme.example' }, body: `${dirty}\nTwo` },
      [
        { label: 'On', text: 'acme.example', record: { type: 'account', id: 'd:acme.example' } },
        { label: 'Note', text: 'Deal x (evil.example)\nTwo' },
      ],
    ],
    [
      'create_deals',
      { deals: [{ name: dirty, stage: 'lost', signalId: 'sig_1', ownerId: 'me' }] },
      [
        {
          label: 'Deal 1',
          text: 'Deal x (evil.example), lost, from sig_1, owner Ada org_one',
          record: { type: 'signal', id: 'sig_1' },
        },
      ],
    ],
  ])('%s', async ([tool, given, facts]) => {
    const { token } = await setOut()
    stage.change(token, { policy: 'confirm' })
    await stage.call('find_signals', {}, token)
    const confirmationId = pageOf(await stage.call(tool, given, token))
    const { database, nowMs } = { database: stage.api.database, nowMs: stage.nowMs }
    const found = { orgId: 'org_one', personId: stage.personId, confirmationId, nowMs }
    expect((await findConfirmation(database, found))?.shown.facts).toEqual(facts)
  })
})

test('equal keys have one effect, also where each call got a yes of its own', async () => {
  const { id, token } = await setOut()
  stage.change(token, { policy: 'confirm' })
  await stage.call('find_signals', {}, token)
  const target = { type: 'deal' as const, id }
  const given = { target, body: 'Once.', requestKey: 'key-1' }
  for (let round = 0; round < 2; round += 1) {
    await decide(pageOf(await stage.call('write_note', given, token)), 'allow')
    const { structuredContent } = await stage.call('write_note', given, token)
    expect(structuredContent).toMatchObject({ after: { ours: { body: 'Once.' } } })
  }
  expect(await listNotesOn(stage.api.database, { orgId: 'org_one', target, limit: 9 })).toHaveLength(1)
})

test('a client that only opens pages opens this one, and the call then goes through', async () => {
  const { id, token } = await setOut()
  const opened: string[] = []
  const client = new Client(
    { name: 'opener', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { url: {} } } },
  )
  let answer: 'allow' | 'none' | 'decline' = 'none'
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const url = 'url' in params ? params.url : ''
    opened.push(url)
    if (answer === 'allow') await decide(page.exec(url)?.[1] ?? '', 'allow')
    return { action: answer === 'decline' ? 'decline' : 'accept' }
  })
  await client.connect(transportOf(stage.url, token))
  // The cast: the client checks the result.
  const call = async () =>
    (await client.callTool({ name: 'update_deal', arguments: { id, stage: 'lost' } })) as Called
  const undecided = pageOf(await call())
  answer = 'decline'
  expect(await call()).toMatchObject({ isError: true })
  expect(await stageOf(id)).toBe('new')
  answer = 'allow'
  expect((await call()).structuredContent).toMatchObject({ after: { stage: 'lost' } })
  expect(opened.map((url) => page.exec(url)?.[1])).toEqual([undecided, undecided, undecided])
  await client.close()
})
