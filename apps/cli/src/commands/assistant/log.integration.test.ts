import { recordAssistantCalls } from '@signalpost/database/assistant-calls'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

const call = {
  ...{ orgId: 'org_acme', assistantId: 'ast_1', tool: 'find_signals', arguments: { urgency: 'high' } },
  ...{ outcome: 'answered' as const, rows: 3, characters: 900, milliseconds: 12 },
}
let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString()
  await recordAssistantCalls(store.database, [
    { ...call, at: at(30), personId: 'usr_ada' },
    { ...call, at: at(5), personId: 'usr_bob', outcome: 'refused' },
    { ...call, at: at(1), personId: 'usr_eve', orgId: 'org_other' },
  ])
})

afterAll(() => store.close())

const json = (args: string[]) => callForJson<{ items: { personId: string }[] }>(store.call, args)
const peopleOf = async (...options: string[]) =>
  (await json(['assistant', 'log', ...options])).items.map(({ personId }) => personId)

test('lists the calls of a workspace, the newest first, by time and person', async () => {
  expect(await peopleOf()).toEqual(['usr_bob', 'usr_ada'])
  expect(await peopleOf('--since', '10m')).toEqual(['usr_bob'])
  expect(await peopleOf('--person', 'usr_ada')).toEqual(['usr_ada'])
  const { orgId: _, ...shown } = call
  const [, first] = (await json(['assistant', 'log'])).items
  expect(first).toEqual({ ...shown, personId: 'usr_ada', at: expect.any(String) })
})

test('another time is bad usage', async () => {
  expect((await store.call(['assistant', 'log', '--since', 'soon'])).exitCode).toBe(2)
})
