import { tools } from '@signalpost/assistants'
import { listAuditEntries } from '@signalpost/database/acts'
import { findDeal, listNotesOn } from '@signalpost/database/records'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import {
  type AssistantStage,
  type Called,
  callWithPerson,
  stageAssistants,
} from '../test-support/assistant-stage.ts'

let stage: AssistantStage

test.beforeAll(async ({ testDatabase }) => {
  stage = await stageAssistants(testDatabase.url)
})

afterAll(() => stage.stop())

const textOf = ({ content }: Called): string => content.map(({ text }) => text).join('')
const auditOf = (assistantId: string) =>
  listAuditEntries(stage.api.database, { actorId: assistantId }, { limit: 20 })
const stageOf = async (dealId: string) =>
  (await findDeal(stage.api.database, { orgId: 'org_one', dealId }))?.stage

let deals = 0
async function newDeal(): Promise<string> {
  deals += 1
  const id = `deal_new_${deals}`
  await stage.api.apply('deal.created', { deal: { id, name: 'A deal', stage: 'new' } })
  return id
}

test('a write leaves one audit row of the assistant, names its person and answers with the values before', async () => {
  const token = stage.admit({ assistantId: 'ast_writer' })
  const id = await newDeal()
  const called = await stage.call('update_deal', { id, stage: 'won', expected: 'new' }, token)
  expect(called.structuredContent).toMatchObject({ before: { stage: 'new' }, after: { stage: 'won' } })
  const note = await stage.call('write_note', { target: { type: 'deal', id }, body: 'Signed.' }, token)
  expect(note.structuredContent).toMatchObject({ createdBy: stage.personId })
  expect((await auditOf('ast_writer')).map(({ act, actor }) => [act, actor])).toEqual([
    ['note.create', { kind: 'assistant', id: 'ast_writer' }],
    ['deal.update', { kind: 'assistant', id: 'ast_writer' }],
  ])
})

test('every tool that writes leaves one audit row of the assistant', async () => {
  const changes: Record<string, Record<string, unknown>> = {
    assign_signal: { id: 'sig_2', userId: 'me' },
    save_signal: { id: 'sig_2', listId: stage.listId },
    write_note: { target: { type: 'signal', id: 'sig_2' }, body: 'Audited.' },
    create_deals: { deals: [{ name: 'Audited' }] },
    update_deal: { id: await newDeal(), stage: 'lost' },
    analyse_website: {
      ...{ companyName: 'Acme', website: 'acme.example', objective: 'find_customers', sources: ['x'] },
      ...{ acceptLimited: true, description: 'Payroll software.' },
    },
  }
  const writing = tools.filter(({ hints }) => !hints.readOnly).map(({ name }) => name)
  expect(Object.keys(changes)).toEqual(writing)
  for (const [name, given] of Object.entries(changes)) {
    const assistantId = `ast_audited_${name}`
    const allow = { action: 'accept' as const, content: { allow: true } }
    await callWithPerson(stage.url, { token: stage.admit({ assistantId }), name, given }, allow)
    expect(await auditOf(assistantId), name).toMatchObject([
      { actor: { kind: 'assistant', id: assistantId } },
    ])
  }
})

test('refuses a change of what has changed since it was read', async () => {
  const id = await newDeal()
  const stale = await stage.call('update_deal', { id, stage: 'won', expected: 'proposal' })
  expect([stale.isError, textOf(stale)]).toEqual([true, 'The deal is in another stage than expected.'])
  expect(await stageOf(id)).toBe('new')
  const taken = await stage.call('assign_signal', { id: 'sig_1', userId: 'me', expected: 'usr_else' })
  expect([taken.isError, textOf(taken)]).toEqual([
    true,
    'The signal is assigned to another user than expected.',
  ])
})

test('equal keys, and equal notes within ten minutes, have one effect', async () => {
  const token = stage.admit({ assistantId: 'ast_twice' })
  const id = await newDeal()
  const given = { target: { type: 'deal', id }, body: 'Once.' }
  const countNotes = async () =>
    (await listNotesOn(stage.api.database, { orgId: 'org_one', target: { type: 'deal', id }, limit: 9 }))
      .length
  await Promise.all([1, 2, 3].map(() => stage.call('write_note', given, token)))
  stage.nowMs += 9 * 60_000
  await stage.call('write_note', given, token)
  expect(await countNotes()).toBe(1)
  stage.nowMs += 2 * 60_000
  await stage.call('write_note', given, token)
  expect(await countNotes()).toBe(2)
  const create = { deals: [{ name: 'Once' }], requestKey: 'key-1' }
  const [one, two] = [
    await stage.call('create_deals', create, token),
    await stage.call('create_deals', create, token),
  ]
  expect(two.structuredContent).toEqual(one.structuredContent)
  const other = await stage.call('create_deals', { deals: [{ name: 'Other' }], requestKey: 'key-1' }, token)
  expect(other).toMatchObject({ isError: true })
})

test('a change that is made again after another one has its effect again', async () => {
  const token = stage.admit({ assistantId: 'ast_again' })
  const id = await newDeal()
  for (const next of ['won', 'contacted', 'won']) {
    await stage.call('update_deal', { id, stage: next }, token)
    expect(await stageOf(id)).toBe(next)
  }
  for (const userId of ['me', null, 'me']) {
    const { structuredContent } = await stage.call('assign_signal', { id: 'sig_1', userId }, token)
    const assignedTo = userId === null ? 'none' : { id: stage.personId }
    expect(structuredContent).toMatchObject({ after: { assignedTo } })
  }
  expect(await auditOf('ast_again')).toHaveLength(6)
})

test('under confirm, a write needs a yes once text of strangers was read, for fifteen minutes', async () => {
  const token = stage.admit({ assistantId: 'ast_tainted', policy: 'confirm' })
  const id = await newDeal()
  expect((await stage.call('update_deal', { id, stage: 'contacted' }, token)).isError ?? false).toBe(false)
  await stage.call('find_signals', {}, token)
  const asked = await stage.call('update_deal', { id, stage: 'won' }, token)
  expect(asked.structuredContent).toMatchObject({
    note: expect.stringContaining('has read what strangers wrote'),
  })
  expect(await stageOf(id)).toBe('contacted')
  stage.nowMs += 16 * 60_000
  expect((await stage.call('update_deal', { id, stage: 'won' }, token)).isError ?? false).toBe(false)
})

test('a yes of a person lets one change through, a no none', async () => {
  const token = stage.admit({ assistantId: 'ast_asking', policy: 'write' })
  const id = await newDeal()
  const given = { id, stage: 'lost' }
  for (const answer of [
    { action: 'decline' as const },
    { action: 'accept' as const, content: { allow: false } },
  ]) {
    const { called, questions } = await callWithPerson(
      stage.url,
      { token, name: 'update_deal', given },
      answer,
    )
    expect(questions).toEqual(['The deal is set to lost. Change a deal?\nDeal: A deal\nStage: new → lost'])
    expect([called.isError, await stageOf(id)]).toEqual([true, 'new'])
  }
  const { called } = await callWithPerson(
    stage.url,
    { token, name: 'update_deal', given },
    { action: 'accept', content: { allow: true } },
  )
  expect(called.structuredContent).toMatchObject({ before: { stage: 'new' }, after: { stage: 'lost' } })
  const many = { deals: Array.from({ length: 6 }, (_, index) => ({ name: `Deal ${index}` })) }
  expect(textOf(await stage.call('create_deals', many, token))).toContain('More than 5 deals')
})

test('a yes is for one assistant, tool, input and five minutes, and has one effect', async () => {
  const id = await newDeal()
  const params = { name: 'update_deal', arguments: { id, stage: 'lost' } }
  const send = async (token: string, changes: object = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    }
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'update_deal',
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, ...changes, _meta } }
    // The cast: only the result is looked at.
    return (await (await stage.post(body, { token, headers })).json()) as {
      result: Called & { requestState?: string }
    }
  }
  const token = stage.admit({ assistantId: 'ast_owner' })
  const { result } = await send(token)
  expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
  const yes = {
    inputResponses: { yes: { action: 'accept', content: { allow: true } } },
    requestState: result.requestState,
  }
  const tooOld = {
    isError: true,
    content: [{ text: expect.stringContaining('too old, or for another change') }],
  }
  expect((await send(stage.admit({ assistantId: 'ast_thief' }), yes)).result).toMatchObject(tooOld)
  const other = { ...yes, arguments: { id: 'deal_1', stage: 'lost' } }
  expect((await send(token, other)).result).toMatchObject(tooOld)
  expect((await send(token, { ...yes, requestState: `${result.requestState}x` })).result).toMatchObject(
    tooOld,
  )
  expect(await stageOf(id)).toBe('new')
  await stage.api.apply('deal.updated', { deal: { id, name: 'A deal', stage: 'won' } })
  expect((await send(token, yes)).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('has changed since') }],
  })
  await stage.api.apply('deal.updated', { deal: { id, name: 'A deal', stage: 'new' } })
  // A repeat of the same yes gets the same answer, though the deal is lost by then.
  for (let round = 0; round < 2; round += 1) {
    const { structuredContent } = (await send(token, yes)).result
    expect(structuredContent).toMatchObject({ before: { stage: 'new' }, after: { stage: 'lost' } })
  }
  await stage.api.apply('deal.updated', { deal: { id, name: 'A deal', stage: 'proposal' } })
  await send(token, yes)
  expect(await stageOf(id)).toBe('proposal')
  const late = await send(token)
  stage.nowMs += 6 * 60_000
  expect((await send(token, { ...yes, requestState: late.result.requestState })).result).toMatchObject(tooOld)
})

test('an assistant writes 30 times a minute at most, and the model hears when to go on', async () => {
  const token = stage.admit({ assistantId: 'ast_hasty' })
  const id = await newDeal()
  const stages = ['contacted', 'qualified', 'proposal', 'new'] as const
  const answers: Called[] = []
  for (let index = 0; index < 31; index += 1)
    answers.push(await stage.call('update_deal', { id, stage: stages[index % 4] }, token))
  expect(answers.filter(({ isError }) => isError === true).map(textOf)).toEqual([
    expect.stringMatching(
      /^The assistant has made too many changes in this minute\. Try again in \d+ seconds\.$/,
    ),
  ])
})
