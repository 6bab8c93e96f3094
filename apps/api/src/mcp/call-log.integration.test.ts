import { listAssistantCalls } from '@signalpost/database/assistant-calls'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type AssistantStage, callWithPerson, stageAssistants } from '../test-support/assistant-stage.ts'

let stage: AssistantStage

test.beforeAll(async ({ testDatabase }) => {
  stage = await stageAssistants(testDatabase.url)
})

afterAll(() => stage.stop())

/** Returns what the metrics of assistants rose by while something happened. */
async function rises(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await read()
  await work()
  const after = await read()
  const changed = Object.entries(after).filter(([name, value]) => value !== (before[name] ?? 0))
  return Object.fromEntries(changed.map(([name, value]) => [name, value - (before[name] ?? 0)]))
}

async function read(): Promise<Record<string, number>> {
  const text = (await (await fetch(`${stage.api.url}/metrics`)).text()).replaceAll(
    /,process="api"|{process="api"}/g,
    '',
  )
  const lines = text.matchAll(/^signalpost_assistant_(\S+?_total(?:\{.*\})?) (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

test('keeps what was called, without what was written', async () => {
  const token = stage.admit({ assistantId: 'ast_logged' })
  await stage.call('find_signals', { query: 'canary text', urgency: 'high', limit: 3 }, token)
  await stage.call('get_signal', { id: 'canary text' }, token)
  const read = () =>
    listAssistantCalls(stage.api.database, { orgId: 'org_one', assistantId: 'ast_logged', limit: 10 })
  await expect.poll(async () => (await read()).length).toBe(2)
  expect(await read()).toMatchObject([
    { tool: 'get_signal', outcome: 'refused', arguments: {}, rows: 0, personId: stage.personId },
    { tool: 'find_signals', outcome: 'answered', arguments: { urgency: 'high', limit: 3 }, rows: 0 },
  ])
  expect(JSON.stringify(await read())).not.toContain('canary')
})

test('calls are counted by tool and outcome, with the characters that were cleaned away', async () => {
  expect(await rises(() => stage.call('get_signal', { id: 'sig_1' }))).toEqual({
    'calls_total{tool="get_signal",outcome="answered"}': 1,
    hidden_characters_total: 22,
  })
  expect(await rises(() => stage.call('get_signal', { id: 'missing' }))).toEqual({
    'calls_total{tool="get_signal",outcome="refused"}': 1,
  })
})

test('a yes is counted when it is asked for, given and denied', async () => {
  const person = { token: stage.admit(), name: 'update_deal', given: { id: 'deal_1', stage: 'lost' } }
  const say = (isYes: boolean) =>
    rises(() =>
      callWithPerson(stage.url, person, {
        action: isYes ? 'accept' : 'decline',
        content: { allow: isYes },
      }),
    )
  const asked = {
    'calls_total{tool="update_deal",outcome="asked"}': 1,
    'confirmations_total{outcome="asked"}': 1,
  }
  expect(await say(false)).toEqual({
    ...asked,
    'calls_total{tool="update_deal",outcome="refused"}': 1,
    'confirmations_total{outcome="denied"}': 1,
  })
  expect(await say(true)).toEqual({
    ...asked,
    'calls_total{tool="update_deal",outcome="answered"}': 1,
    'confirmations_total{outcome="given"}': 1,
  })
  expect(await rises(() => stage.call('update_deal', person.given))).toEqual(asked)
})

test('what is refused before a tool is looked at is counted by its code', async () => {
  const post = (token: string | undefined, path?: string) =>
    rises(() => stage.post('{}', { token, ...(path !== undefined && { path }) }))
  expect(await post(undefined)).toEqual({ 'refusals_total{code="unauthorized"}': 1 })
  expect(await post('token-of-none')).toEqual({ 'refusals_total{code="unauthorized"}': 1 })
  expect(await post(stage.admit({ policy: 'off' }))).toEqual({ 'refusals_total{code="forbidden"}': 1 })
  expect(await post(stage.admit(), '/mcp?readonly=2')).toEqual({
    'refusals_total{code="invalid_request"}': 1,
  })
})
