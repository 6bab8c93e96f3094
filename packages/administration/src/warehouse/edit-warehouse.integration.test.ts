import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '@signalpost/authorization'
import { createDatabase, createId, type DatabasePool } from '@signalpost/database'
import {
  createWarehouse,
  leaseDueWarehouse,
  leaseWarehouse,
  openWarehouseSecrets,
} from '@signalpost/database/warehouses'
import { syncWarehouse, verifyWarehouse } from '@signalpost/sync'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWarehouseAct } from './create-warehouse.ts'
import { editWarehouseAct } from './edit-warehouse.ts'

const orgId = 'org_edited'
const operator: Caller = { ...admin, isOperator: true }
const cli: Caller = { ...operator, actor: { kind: 'cli', id: 'root' } }
const stale: Caller = { ...operator, loggedInAtMs: 0 }
let services: CaseServices
let close: () => Promise<void>
let target: TestDatabase
let there: DatabasePool
let closeThere: () => Promise<void>
let home: string
let places = 0

beforeAll(async () => {
  ;({ services, close } = await openServices())
  target = await createTestDatabase()
  const opened = createDatabase({
    url: target.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  there = opened.pool
  closeThere = () => opened.database.destroy()
  await addWorkspace(services, orgId)
  home = await mkdtemp(join(tmpdir(), 'signalpost-edit-'))
  await services.pool.query(
    `insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
     values ($1, 'note_1', 'signal', 'sig_1', 'Call Ada', now(), 'usr_1')`,
    [orgId],
  )
  await services.pool.query(
    `insert into people (person_id, name, created_at) values ('usr_ada', 'Ada', now())`,
  )
  await services.pool.query(
    `insert into memberships (org_id, person_id, role, created_at) values ($1, 'usr_ada', 'member', now())`,
    [orgId],
  )
})

afterAll(async () => {
  await closeThere()
  await close()
  await target.drop()
  await rm(home, { recursive: true, force: true })
})

const create = async (schema = `place_${++places}`, excludesPersonal = false) =>
  performAct(services, {
    caller: cli,
    act: createWarehouseAct,
    input: {
      ...{ orgId, kind: 'postgres', name: schema, intervalSeconds: 20, excludesPersonal },
      ...{ settings: { schema }, secrets: { url: target.url } },
    },
  })

const edit = (warehouseId: string, changes: object, caller = cli) =>
  performAct(services, { caller, act: editWarehouseAct, input: { orgId, warehouseId, ...changes } })

const sync = (warehouseId: string) => syncWarehouse(services, { warehouseId, orgId })
const isEqual = async (warehouseId: string) =>
  (await verifyWarehouse(services, { warehouseId, orgId }, { repair: false })).equal

const bodies = async (schema: string) =>
  (await there.query<{ body: string | null }>(`select body from ${schema}.notes`)).rows.map(
    ({ body }) => body,
  )

test('an edit changes what is given, and keeps the rest', async () => {
  const before = await create()
  const after = await edit(before.warehouseId, { name: 'Renamed', intervalSeconds: 5 }, stale)
  expect(after).toEqual({ ...before, name: 'Renamed', intervalMs: 5_000 })
  const { rows } = await services.pool.query(
    `select count(*)::integer as edits from audit_log where act = 'warehouse.edit' and target_id = $1`,
    [before.warehouseId],
  )
  expect(rows).toEqual([{ edits: 1 }])
  await edit(before.warehouseId, { name: 'Renamed' })
  const again = await services.pool.query(
    `select before, after from audit_log where act = 'warehouse.edit' and target_id = $1`,
    [before.warehouseId],
  )
  expect(again.rows).toMatchObject([{ before: { name: before.name }, after: { name: 'Renamed' } }])
})

test('personal data that are left out later are emptied in every row, and come back', async () => {
  const { warehouseId, name: schema } = await create()
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual(['Call Ada'])
  await edit(warehouseId, { excludesPersonal: true })
  // What waits to be written again is no difference.
  expect(await isEqual(warehouseId)).toBe(true)
  expect(await bodies(schema)).toEqual(['Call Ada'])
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual([null])
  expect(await isEqual(warehouseId)).toBe(true)
  expect(await sync(warehouseId)).toMatchObject({ batches: 0 })
  await edit(warehouseId, { excludesPersonal: false })
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual(['Call Ada'])
})

test('the table that names people is removed with personal data, and comes back; it cannot be chosen meanwhile', async () => {
  const { warehouseId, name: schema } = await create()
  const names = async () => {
    const found = await there.query(`select to_regclass('${schema}.people') is not null as is_there`)
    return found.rows[0].is_there
      ? (await there.query(`select name, role from ${schema}.people`)).rows
      : undefined
  }
  await sync(warehouseId)
  expect(await names()).toEqual([{ name: 'Ada', role: 'member' }])
  await edit(warehouseId, { personalKey: 'k'.repeat(16) })
  await sync(warehouseId)
  expect(await names()).toBeUndefined()
  expect(await isEqual(warehouseId)).toBe(true)
  await expect(edit(warehouseId, { tables: ['notes', 'people'], oldTables: 'keep' })).rejects.toMatchObject({
    issues: [{ path: 'tables', message: expect.stringContaining('people') }],
  })
  await edit(warehouseId, { excludesPersonal: false })
  await sync(warehouseId)
  expect(await names()).toEqual([{ name: 'Ada', role: 'member' }])
  expect(await isEqual(warehouseId)).toBe(true)
})

test('mail addresses come on request, follow their person, and are emptied when they are no longer wanted', async () => {
  const { warehouseId, name: schema } = await create()
  const stored = async () => (await there.query(`select name, email, role from ${schema}.people`)).rows
  const setAddress = (email: string | null) =>
    services.pool.query(`update people set email = $1 where person_id = 'usr_ada'`, [email])
  const ada = { name: 'Ada', role: 'member' }
  await setAddress('ada@example.com')
  await sync(warehouseId)
  expect(await stored()).toEqual([{ ...ada, email: null }])
  await edit(warehouseId, { hasMailAddresses: true })
  await sync(warehouseId)
  expect(await stored()).toEqual([{ ...ada, email: 'ada@example.com' }])
  expect(await isEqual(warehouseId)).toBe(true)
  await setAddress('ada@example.org')
  await sync(warehouseId)
  expect(await stored()).toEqual([{ ...ada, email: 'ada@example.org' }])
  await edit(warehouseId, { hasMailAddresses: false })
  await sync(warehouseId)
  expect(await stored()).toEqual([{ ...ada, email: null }])
  expect(await isEqual(warehouseId)).toBe(true)
  const both = { hasMailAddresses: true, excludesPersonal: true }
  await expect(edit(warehouseId, both)).rejects.toMatchObject({ issues: [{ path: 'hasMailAddresses' }] })
  await setAddress(null)
})

test('the ledger comes on request, with what is there, and is kept or dropped when it is left out', async () => {
  const { warehouseId, name: schema } = await create()
  const stored = async () => {
    const found = await there.query(`select to_regclass('${schema}.ledger_events') is not null as is_there`)
    return found.rows[0].is_there
      ? (await there.query(`select event from ${schema}.ledger_events`)).rows
      : undefined
  }
  const id = createId('dlv_')
  await services.pool.query(
    `with stored as (
       insert into requests (request_id, source_id, received_at, trace_id, signature_headers, body, sha256)
       values ($1, 'src_1', now(), 't', '{}', '{"n": 1}', '')
     )
     insert into deliveries
       (delivery_id, request_id, index, batch_id, org_id, source_id, event_id, type, received_at, due_at, status)
     values ($1, $1, 0, 'bat_1', $2, 'src_1', 'evt_1', 'ping', now(), now(), 'applied')`,
    [id, orgId],
  )
  await sync(warehouseId)
  expect(await stored()).toBeUndefined()
  expect(await edit(warehouseId, { hasLedger: true })).toMatchObject({ hasLedger: true, tables: null })
  await sync(warehouseId)
  expect(await stored()).toEqual([{ event: { n: 1 } }])
  expect(await isEqual(warehouseId)).toBe(true)
  await expect(edit(warehouseId, { hasLedger: false })).rejects.toMatchObject({
    issues: [{ path: 'oldTables' }],
  })
  await edit(warehouseId, { hasLedger: false, oldTables: 'keep' })
  await sync(warehouseId)
  expect(await stored()).toHaveLength(1)
  await edit(warehouseId, { hasLedger: true })
  await edit(warehouseId, { hasLedger: false, oldTables: 'drop' })
  await sync(warehouseId)
  expect(await stored()).toBeUndefined()
})

test('personal data is hashed under a key, hashed again under another one, and comes back', async () => {
  const { warehouseId, name: schema } = await create()
  const hash = (key: string) => createHmac('sha256', key).update('Call Ada').digest('hex')
  const [one, other] = ['k'.repeat(16), 'o'.repeat(16)]
  await sync(warehouseId)
  const audited = async (): Promise<string> => {
    const { rows } = await services.pool.query('select before, after from audit_log where target_id = $1', [
      warehouseId,
    ])
    return JSON.stringify(rows)
  }
  for (const key of [one, other]) {
    expect(await edit(warehouseId, { personalKey: key })).toMatchObject({
      ...{ excludesPersonal: true, hashesPersonal: true },
    })
    await sync(warehouseId)
    expect(await bodies(schema)).toEqual([hash(key)])
    expect(await isEqual(warehouseId)).toBe(true)
  }
  await edit(warehouseId, { personalKey: other })
  expect(await sync(warehouseId)).toMatchObject({ batches: 0 })
  await edit(warehouseId, { excludesPersonal: true })
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual([null])
  await edit(warehouseId, { personalKey: one })
  await edit(warehouseId, { excludesPersonal: false })
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual(['Call Ada'])
  expect(await isEqual(warehouseId)).toBe(true)
  expect(await audited()).not.toMatch(new RegExp(`${one}|${other}`))
  await expect(edit(warehouseId, { personalKey: 'short' })).rejects.toMatchObject({
    issues: [{ path: 'personalKey', message: expect.stringContaining('16') }],
  })
})

test('has the tables that are chosen, and keeps or drops the rows of one that is left out', async () => {
  const { warehouseId, name: schema } = await create()
  const tables = async (): Promise<string[]> => {
    const { rows } = await there.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = $1 and table_name not like '\\_%' and table_type = 'BASE TABLE' order by 1`,
      [schema],
    )
    return rows.map(({ name }) => name)
  }
  await expect(edit(warehouseId, { tables: ['notes'] })).rejects.toMatchObject({
    issues: [{ path: 'oldTables', message: expect.stringContaining('expected keep or drop') }],
  })
  await expect(edit(warehouseId, { tables: [], oldTables: 'keep' })).rejects.toMatchObject({
    issues: [{ path: 'tables' }],
  })
  await sync(warehouseId)
  const all = await tables()
  await edit(warehouseId, { tables: ['deals', 'notes'], oldTables: 'drop' })
  expect(await tables()).toEqual(['deals', 'notes'])
  expect(Object.keys((await sync(warehouseId)).rows)).toEqual(['deals', 'notes'])
  expect(await tables()).toEqual(['deals', 'notes'])
  expect(await edit(warehouseId, { tables: ['deals'], oldTables: 'keep' })).toMatchObject({
    tables: ['deals'],
  })
  await services.pool.query(`update notes set body = 'Call Bob', version = version + 1 where org_id = $1`, [
    orgId,
  ])
  await sync(warehouseId)
  expect(await bodies(schema)).toEqual(['Call Ada'])
  expect(await isEqual(warehouseId)).toBe(true)
  await edit(warehouseId, { tables: null })
  await sync(warehouseId)
  expect(await tables()).toEqual(all)
  expect(await bodies(schema)).toEqual(['Call Bob'])
  expect(await isEqual(warehouseId)).toBe(true)
  await services.pool.query(`update notes set body = 'Call Ada', version = version + 1 where org_id = $1`, [
    orgId,
  ])
})

test('another place is filled from the start, and the old rows are kept or dropped as asked', async () => {
  const { warehouseId, name: first } = await create()
  await sync(warehouseId)
  const move = (schema: string, more: object) => edit(warehouseId, { settings: { schema }, ...more })
  await expect(move('elsewhere', {})).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'oldTables', message: expect.stringContaining(`schema ${first}`) }],
  })
  await expect(edit(warehouseId, { name: 'x', oldTables: 'keep' })).rejects.toMatchObject({
    issues: [{ path: 'oldTables', message: 'expected only if the place changes or a table is left out' }],
  })
  await move('elsewhere', { oldTables: 'keep' })
  expect(await isEqual(warehouseId)).toBe(true)
  await sync(warehouseId)
  expect([await bodies(first), await bodies('elsewhere')]).toEqual([['Call Ada'], ['Call Ada']])
  await there.query(`update ${first}.notes set body = 'stale'`)
  await move(first, { oldTables: 'drop' })
  await sync(warehouseId)
  expect(await bodies(first)).toEqual(['Call Ada'])
  expect(await isEqual(warehouseId)).toBe(true)
  const { rows } = await there.query(`select to_regclass('elsewhere.notes') as dropped`)
  expect(rows).toEqual([{ dropped: null }])
})

test('no edit leads to where another warehouse of the workspace writes, and nothing is dropped', async () => {
  const [one, other] = [await create(), await create()]
  await sync(one.warehouseId)
  await expect(
    edit(one.warehouseId, { settings: { schema: other.name }, oldTables: 'drop' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await bodies(one.name)).toEqual(['Call Ada'])
})

test('secrets need a recent login, are tried first, and are shown nowhere', async () => {
  const { warehouseId } = await create()
  const wrong = Object.assign(new URL(target.url), { password: 'hunter22' }).href
  await expect(edit(warehouseId, { secrets: { url: target.url } }, stale)).rejects.toMatchObject({
    code: 'login_required',
  })
  await expect(edit(warehouseId, { secrets: { url: wrong } })).rejects.toThrow('cannot be')
  const url = `${target.url}?application_name=hunter33`
  const edited = await edit(warehouseId, { secrets: { url } })
  const stored = await openWarehouseSecrets(services.database, services.secretBox, { warehouseId })
  expect(stored).toEqual({ url })
  const { rows } = await services.pool.query('select to_jsonb(a)::text as row from audit_log a')
  const all = JSON.stringify([edited, rows])
  expect(all).toContain('replaced')
  expect(all).not.toContain('hunter')
})

test('secrets that are sent are needed again where the address leads elsewhere', async () => {
  const settings = { bucket: 'bucket', region: 'eu', accessKey: 'a', endpoint: 'http://127.0.0.1:1' }
  const place = { orgId, kind: 'parquet', name: 'Lake', settings, location: 'l', intervalMs: 20_000 }
  const { warehouseId } = await createStored({ ...place, secrets: { secretKey: 's' } })
  await expect(
    edit(warehouseId, { settings: { endpoint: 'http://127.0.0.1:2' }, oldTables: 'keep' }),
  ).rejects.toMatchObject({
    issues: [{ path: 'secrets.secretKey', message: 'is needed again, because the endpoint leads elsewhere' }],
  })
  // The same origin: what fails is the connection.
  await expect(edit(warehouseId, { settings: { bucket: 'other' }, oldTables: 'keep' })).rejects.toThrow(
    'cannot be reached',
  )
})

test('a person over HTTP gives a warehouse bounds with a new place, and a command does not lift them', async () => {
  const { warehouseId } = await create()
  const bounds = async () =>
    (await leaseWarehouse(services.database, { warehouseId, leaseMs: 1, allowsPaused: true }))?.hasBounds
  await edit(warehouseId, { name: 'Renamed' }, operator)
  expect(await bounds()).toBe(false)
  const refused = edit(
    warehouseId,
    { secrets: { url: 'postgres://u:p@10.1.2.3/d?sslmode=require' }, oldTables: 'keep' },
    operator,
  )
  await expect(refused).rejects.toThrow('address_refused')
  await edit(warehouseId, { secrets: { url: target.url } }, operator)
  expect(await bounds()).toBe(true)
  await edit(warehouseId, { secrets: { url: target.url } })
  expect(await bounds()).toBe(true)
})

test('an admin who is no operator edits no warehouse into files', async () => {
  const { warehouseId } = await createStored({
    ...{ orgId, kind: 'duckdb', name: 'File', settings: { path: join(home, 'a.duckdb') } },
    ...{ location: 'f', intervalMs: 20_000, secrets: {} },
  })
  const plain: Caller = { ...admin, isOperator: false }
  await expect(
    edit(warehouseId, { settings: { path: '/etc/shadow' }, oldTables: 'keep' }, plain),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('a process that syncs loses its lease to an edit of the place, and none begins before it can know', async () => {
  const { warehouseId } = await create()
  await services.pool.query(`update warehouses set is_paused = true where warehouse_id <> $1`, [warehouseId])
  await leaseWarehouse(services.database, { warehouseId, leaseMs: 30_000, allowsPaused: true })
  await edit(warehouseId, { excludesPersonal: true })
  expect(await leaseDueWarehouse(services.database, { leaseMs: 1_000 })).toBeUndefined()
  const { rows } = await services.pool.query(
    `select lease_token, leased_until > now() + interval '25 s' as holds from warehouses where warehouse_id = $1`,
    [warehouseId],
  )
  expect(rows).toEqual([{ lease_token: null, holds: true }])
})

async function createStored(warehouse: object): Promise<{ warehouseId: string }> {
  return createWarehouse(services.database, services.secretBox, {
    // The cast: each test gives what is not here.
    ...(warehouse as Parameters<typeof createWarehouse>[2]),
    ...{ excludesPersonal: false, hasBounds: false },
  })
}
