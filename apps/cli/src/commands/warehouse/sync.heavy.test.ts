import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createDatabase, type DatabaseTransaction } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createNote, writeEvents } from '@signalpost/database/records'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Rows = Record<string, unknown>[]
type Sync = { rows: Record<string, number>; lagRows: number; seconds: number }
type Verdict = {
  equal: boolean
  repaired: number
  tables: Record<string, { sourceRows: number; targetRows: number; differing: string[] }>
}

const nowMs = Date.parse('2026-11-20T09:00:00.000Z')
const at = new Date(nowMs).toISOString()
let target: TestDatabase
let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  target = await createTestDatabase()
  store = openCliStore(testDatabase.url)
})

afterAll(async () => {
  await store.close()
  await target.drop()
})

/** A workspace with three signals, one of them deleted, with a deal and a note. */
async function makeWorkspace(orgId: string): Promise<void> {
  await createWorkspace(store.database, {
    orgId,
    name: orgId,
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 1,
  })
  for (const id of ['first', 'second', 'gone']) await happens(orgId, 'signal.created', signalOf(orgId, id))
  await happens(orgId, 'deal.created', { deal: { id: 'deal_1', name: 'A deal', stage: 'new' } })
  await happens(orgId, 'signal.deleted', { signalId: 'gone' })
  await write((transaction) => {
    const note = { target: { type: 'signal' as const, id: 'first' }, body: 'Call Ann', createdBy: 'usr_ada' }
    return createNote(transaction, { orgId, ...note, nowMs })
  })
}

/** Each kind with its location, and a client of it that is not ours. */
const places: Record<string, { options: () => string[]; query: (text: string) => Promise<Rows> }> = {
  postgres: { options: () => ['--url', target.url], query: queryPostgres },
  duckdb: { options: () => ['--path', duckdbPath()], query: queryDuckdb },
}

describe.each(Object.entries(places))('%s', (kind, { options, query }) => {
  const signals = kind === 'postgres' ? 'signalpost.signals' : 'signals'
  const orgId = `org_${kind}`
  let warehouseId: string
  const run = (verb: string, ...more: string[]) => cli(['warehouse', verb, warehouseId, ...more])
  const json = <Document>(verb: string, ...more: string[]) =>
    callForJson<Document>(cli, ['warehouse', verb, warehouseId, ...more])
  const state = async () => {
    const { items } = await json<{ items: Record<string, unknown>[] }>('status')
    return items[0]
  }

  test.beforeAll(async () => {
    await makeWorkspace(orgId)
    const create = ['warehouse', 'create', kind, '--workspace', orgId, '--name', 'Lake', ...options()]
    warehouseId = (await callForJson<{ warehouseId: string }>(cli, create)).warehouseId
  })

  test('sync writes every record, then only changes', async () => {
    expect(await state()).toMatchObject({ state: 'idle', lagRows: expect.any(Number), lastSyncAt: null })
    expect((await state())?.lagRows).toBeGreaterThanOrEqual(8)
    const first = await json<Sync>('sync')
    expect(first).toMatchObject({ lagRows: 0, seconds: expect.any(Number) })
    expect(first.rows).toMatchObject({ signals: 3, deals: 1, notes: 1, accounts: 3 })
    expect(await query(`select id, title, _deleted from ${signals} order by id`)).toEqual([
      { id: 'first', title: 'Title of first', _deleted: false },
      { id: 'gone', title: null, _deleted: true },
      { id: 'second', title: 'Title of second', _deleted: false },
    ])
    expect((await json<Sync>('sync')).rows).toMatchObject({ signals: 0, deals: 0 })
    expect(await state()).toMatchObject({
      state: 'idle',
      lagRows: 0,
      lagSeconds: 0,
      lastSyncAt: expect.any(String),
      lastError: null,
    })
  })

  test('verify names what was changed by hand, and --repair restores it', async () => {
    const untouched = await json<Verdict>('verify')
    expect(untouched).toMatchObject({ equal: true, repaired: 0 })
    expect(untouched.tables.signals).toMatchObject({ sourceRows: 3, targetRows: 3, differing: [] })

    await query(`alter table ${signals} drop column excerpt cascade`)
    expect(await run('verify')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/signals lacks its column excerpt \((text|VARCHAR)\)[\s\S]+ --repair\n$/),
    })
    await json('sync')
    expect(await json<Verdict>('verify')).toMatchObject({ equal: true })

    await query(`delete from ${signals} where id = 'second'`)
    const { exitCode, stdout } = await run('verify', '--json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      equal: false,
      repaired: 0,
      tables: { signals: { sourceRows: 3, targetRows: 2, differing: ['second'] }, deals: { differing: [] } },
    })
    expect(await run('verify')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/signals.*second/),
    })

    expect(await json<Verdict>('verify', '--repair')).toMatchObject({ equal: true, repaired: 1 })
    expect(await json<Verdict>('verify')).toMatchObject({ equal: true, repaired: 0 })
    expect(await query(`select title from ${signals} where id = 'second'`)).toEqual([
      { title: 'Title of second' },
    ])
  })

  test('a paused warehouse is compared, and receives nothing until it is resumed', async () => {
    await json('pause')
    await happens(orgId, 'signal.updated', signalOf(orgId, 'first', 'New title'))
    expect(await json<Verdict>('verify')).toMatchObject({ equal: true })
    for (const verb of ['sync', 'backfill']) {
      expect(await run(verb, '--json')).toMatchObject({
        exitCode: 1,
        stdout: expect.stringContaining('resume'),
      })
    }
    expect(await state()).toMatchObject({ state: 'paused' })
    await json('resume')
    expect((await json<Sync>('sync')).rows).toMatchObject({ signals: 1 })
    expect(await query(`select title from ${signals} where id = 'first'`)).toEqual([{ title: 'New title' }])
  })

  test('drop --with-tables leaves neither rows nor tables', async () => {
    expect(await json('drop', '--with-tables', '--yes')).toMatchObject({ dropped: true, withTables: true })
    await expect(query(`select 1 from ${signals}`)).rejects.toThrow(/does not exist/)
    expect(await run('status', '--json')).toMatchObject({ exitCode: 1 })
  })
})

test('backfill overwrites what was changed by hand', async () => {
  const warehouseId = await createPostgres('filled')
  await callForJson(cli, ['warehouse', 'sync', warehouseId])
  await queryPostgres(`update filled.signals set title = 'forged' where id = 'first'`)
  expect(await cli(['warehouse', 'verify', warehouseId])).toMatchObject({ exitCode: 1 })
  expect(await callForJson(cli, ['warehouse', 'backfill', warehouseId])).toMatchObject({
    warehouseId,
    rows: { signals: 3, deals: 1 },
  })
  expect(await queryPostgres(`select title from filled.signals where id = 'first'`)).toEqual([
    { title: 'Title of first' },
  ])
})

test('an erased signal is a tombstone after the next sync', async () => {
  const warehouseId = await createPostgres('erased')
  await callForJson(cli, ['warehouse', 'sync', warehouseId])
  const { stderr } = await cli(['erase', 'signal', 'first', '--workspace', 'org_erased', '--yes'])
  expect(stderr).toContain('next sync')
  await callForJson(cli, ['warehouse', 'sync', warehouseId])
  expect(
    await queryPostgres(`select title, excerpt, _deleted from erased.signals where id = 'first'`),
  ).toEqual([{ title: null, excerpt: null, _deleted: true }])
})

test('--exclude-personal leaves out what names a person', async () => {
  const warehouseId = await createPostgres('anonymous', '--exclude-personal')
  await callForJson(cli, ['warehouse', 'sync', warehouseId])
  expect(await queryPostgres(`select title, excerpt from anonymous.signals where id = 'second'`)).toEqual([
    { title: null, excerpt: null },
  ])
  expect(await queryPostgres('select body, created_at from anonymous.notes')).toEqual([
    { body: null, created_at: new Date(nowMs) },
  ])
})

test('a sync of an unreachable warehouse fails, and leaves it degraded until one succeeds', async () => {
  const warehouseId = await createPostgres('away')
  const { password } = new URL(target.url)
  await queryPostgres('drop table away.signals cascade; create view away.signals as select 1 as one')
  const { exitCode, stdout, stderr } = await cli(['warehouse', 'sync', warehouseId, '--json'])
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    code: 'unavailable',
    message: expect.stringMatching(/^The warehouse is degraded: /),
  })
  expect(stdout + stderr).not.toContain(password)
  const status = ['warehouse', 'status', warehouseId]
  const state = async () => (await callForJson<{ items: Rows }>(cli, status)).items[0]
  expect(await state()).toMatchObject({ state: 'degraded', lastError: expect.any(String) })
  await queryPostgres('drop view away.signals')
  await callForJson(cli, ['warehouse', 'sync', warehouseId])
  expect(await state()).toMatchObject({ state: 'idle', lastError: null })
})

const cli = (args: string[]) => store.call(args)
const duckdbPath = () => join(String(store.environment.SIGNALPOST_DATA_DIR), 'lake.duckdb')

/** Adds a workspace and a schema, both of this name. Returns the warehouse. */
async function createPostgres(name: string, ...more: string[]): Promise<string> {
  await makeWorkspace(`org_${name}`)
  const options = [
    '--workspace',
    `org_${name}`,
    '--name',
    name,
    '--url',
    target.url,
    '--schema',
    name,
    ...more,
  ]
  const create = ['warehouse', 'create', 'postgres', ...options]
  return (await callForJson<{ warehouseId: string }>(cli, create)).warehouseId
}

async function queryPostgres(text: string): Promise<Rows> {
  const { pool } = createDatabase({
    url: target.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await pool.end()
  }
}

async function queryDuckdb(text: string): Promise<Rows> {
  const instance = await DuckDBInstance.create(duckdbPath())
  try {
    const connection = await instance.connect()
    const rows = (await connection.runAndReadAll(text)).getRowObjectsJS()
    connection.closeSync()
    return rows
  } finally {
    instance.closeSync()
  }
}

function write<T>(work: (transaction: DatabaseTransaction) => Promise<T>): Promise<T> {
  return store.database.transaction().execute(work)
}

async function happens(orgId: string, type: string, data: Record<string, unknown>): Promise<void> {
  const event = { orgId, idPrefix: 'svc_' as const, type, dataAt: () => data }
  await write((transaction) => writeEvents(transaction, [event], { nowMs }))
}

function signalOf(orgId: string, id: string, title = `Title of ${id}`) {
  return {
    signal: {
      id,
      orgId,
      listenerId: 'lsn_1',
      source: 'reddit',
      url: 'https://example.com/',
      title,
      excerpt: 'Text',
      postedAt: at,
      relevanceScore: 50,
      classification: 'relevant',
      rationale: 'because',
      matchedKeywords: [],
      firstSeenAt: at,
      accountKey: `d:${id}.example`,
    },
  }
}
