import type { DatabaseTransaction } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createCollection, createNote, saveSignal, writeEvents } from '@signalpost/database/records'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Items = { items: { [name: string]: unknown }[] }

const orgId = 'org_one'
const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const later = nowMs + 60_000
const [at, laterAt] = [nowMs, later].map((ms) => new Date(ms).toISOString())
let store: CliStore
let listId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  for (const id of [orgId, 'org_two']) {
    await createWorkspace(store.database, {
      orgId: id,
      name: id,
      plan: 'standard',
      accountIntelligence: true,
      analysisAllowance: 1,
    })
  }
  for (const id of ['first', 'second', 'gone']) await happens('signal.created', { signal: signal(id) })
  listId = await write(async (transaction) => {
    const collection = await createCollection(transaction, { orgId, name: 'Calls', description: null, nowMs })
    const save = { orgId, collectionId: collection.id }
    await saveSignal(transaction, { ...save, signalId: 'first', nowMs })
    await saveSignal(transaction, { ...save, signalId: 'second', nowMs: later })
    await saveSignal(transaction, { ...save, signalId: 'gone', nowMs: later })
    const note = { orgId, createdBy: 'usr_ada', nowMs }
    await createNote(transaction, { ...note, target: { type: 'signal', id: 'first' }, body: 'An\nold note' })
    await createNote(transaction, { ...note, target: { type: 'signal', id: 'gone' }, body: 'Gone' })
    const account = { type: 'account' as const, id: 'd:first.example' }
    await createNote(transaction, { ...note, target: account, body: 'A new note', nowMs: later })
    return collection.id
  })
  await write((transaction) =>
    createCollection(transaction, { orgId, name: 'Empty', description: 'Nothing yet', nowMs: later }),
  )
  await happens('signal.deleted', { signalId: 'gone' })
})

afterAll(() => store.close())

test('collection list shows the collections that the API creates', async () => {
  expect(await json(['collection', 'list', '--workspace', orgId])).toEqual({
    items: [
      { id: expect.any(String), name: 'Empty', description: 'Nothing yet', createdAt: laterAt },
      { id: listId, name: 'Calls', description: null, createdAt: at },
    ],
  })
  expect(await json(['collection', 'list', '--workspace', 'org_two'])).toEqual({ items: [] })
})

test('collection show prints a collection with its signals and when each was saved', async () => {
  const shown = await json<Items>(['collection', 'show', listId, '--workspace', orgId])
  expect(shown).toMatchObject({ id: listId, name: 'Calls' })
  expect(shown.items).toEqual([
    expect.objectContaining({ id: 'second', title: 'Title of second', savedAt: laterAt }),
    expect.objectContaining({ id: 'first', title: 'Title of first', savedAt: at }),
  ])
})

test('collection show finds the workspace of a collection by its id', async () => {
  const shown = await json<Items>(['collection', 'show', listId])
  expect(shown).toEqual(await json(['collection', 'show', listId, '--workspace', orgId]))
  const missing = await cli(['collection', 'show', 'col_missing', '--json'])
  expect(missing).toMatchObject({ exitCode: 1 })
})

test.each([
  ['does not exist', orgId, 'col_missing'],
  ['belongs to another workspace', 'org_two', undefined],
])('collection show refuses a collection that %s', async (_case, workspace, id) => {
  const { exitCode, stdout } = await cli([
    'collection',
    'show',
    id ?? listId,
    '--workspace',
    workspace,
    '--json',
  ])
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ message: 'There is no such collection.', code: 'not_found' })
})

test('note list shows the notes of existing records, newest first', async () => {
  const { items } = await json<Items>(['note', 'list', '--workspace', orgId])
  const note = { id: expect.stringMatching(/^note_/), createdBy: 'usr_ada' }
  expect(items).toEqual([
    { ...note, target: { type: 'account', id: 'd:first.example' }, body: 'A new note', createdAt: laterAt },
    { ...note, target: { type: 'signal', id: 'first' }, body: 'An\nold note', createdAt: at },
  ])
})

test('tables show one line for each collection, signal and note', async () => {
  const shown = await cli(['collection', 'show', listId, '--workspace', orgId])
  expect(shown.stdout).toMatch(/^collection +col_/)
  expect(shown.stdout).toContain('Title of second')
  const notes = await cli(['note', 'list', '--workspace', orgId])
  expect(notes.stdout.trimEnd().split('\n')).toHaveLength(3)
})

const cli = (args: string[]) => store.call(args)

function json<Document>(args: string[]): Promise<Document> {
  return callForJson<Document>(cli, args)
}

function write<T>(work: (transaction: DatabaseTransaction) => Promise<T>): Promise<T> {
  return store.database.transaction().execute(work)
}

async function happens(type: string, data: Record<string, unknown>): Promise<void> {
  const event = { orgId, idPrefix: 'svc_' as const, type, dataAt: () => data }
  await write((transaction) => writeEvents(transaction, [event], { nowMs }))
}

function signal(id: string) {
  return {
    id,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/',
    title: `Title of ${id}`,
    excerpt: 'Text',
    postedAt: at,
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'because',
    matchedKeywords: [],
    firstSeenAt: at,
    accountKey: `d:${id}.example`,
    orgId,
  }
}
