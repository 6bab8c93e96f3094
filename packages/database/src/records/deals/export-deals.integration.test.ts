import { text } from 'node:stream/consumers'
import { readEvent } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { createDatabase, type Database } from '../../database.ts'
import { mergeContributions } from '../merge/merge-contributions.ts'
import { exportDeals } from './export-deals.ts'

const orgId = 'org_demo'
const header = 'id,name,accountKey,signalId,stage,value,currency,ownerId,createdAt,updatedAt\r\n'
const createdAt = '2026-11-20T09:00:00.000Z'
let database: Database
let pool: Pool

test.beforeAll(async ({ testDatabase }) => {
  const opened = createDatabase({
    url: testDatabase.url,
    applicationName: 'export test',
    maxConnections: 2,
    connectTimeoutMs: 1_000,
    onConnectionError: () => undefined,
  })
  database = opened.database
  pool = opened.pool
  // Each test begins without deals, which only a test may delete.
  await sql`alter table deals disable trigger user`.execute(database)
})

afterAll(() => database.destroy())

beforeEach(() => sql`delete from deals`.execute(database))

describe('exportDeals', () => {
  test('writes a line for each deal, the newest first', async () => {
    await store({ id: 'deal_1', name: 'Plain', stage: 'new', createdAt })
    await store({
      id: 'deal_2',
      name: 'Whole',
      stage: 'won',
      value: { amount: -125000, currency: 'EUR' },
      accountKey: 'd:example.com',
      signalId: 'sig_1',
      ownerId: 'usr_ada',
      externalId: 'crm-1',
      createdAt,
      updatedAt: '2026-11-21T09:00:00.000Z',
    })
    await store({ id: 'deal_0', name: 'Newer', stage: 'new', createdAt: '2026-11-20T09:00:00.001Z' })
    expect(await exported({})).toBe(
      [
        `${header}deal_0,Newer,,,new,,,,2026-11-20T09:00:00.001Z,2026-11-20T09:00:00.000Z`,
        'deal_2,Whole,d:example.com,sig_1,won,-125000,EUR,usr_ada,2026-11-20T09:00:00.000Z,2026-11-21T09:00:00.000Z',
        'deal_1,Plain,,,new,,,,2026-11-20T09:00:00.000Z,2026-11-20T09:00:00.000Z\r\n',
      ].join('\r\n'),
    )
  })

  test('quotes what holds a semicolon', async () => {
    const cells = ['a;=1+1', ';', ';;;', 'a;b,c', 'plain', '"q";x']
    for (const [index, name] of cells.entries()) await store({ id: `d;${index}`, name, stage: 'new' })
    const csv = await exported({})
    expect(csv).toContain('"a;=1+1"')
    expect(csv.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toContain(';')
    expect(csv).toMatch(/^"d;4",plain,/m)
    expect(new Set((await records({})).map(({ name }) => name))).toEqual(new Set(cells))
  })

  test('takes the stages that it is asked for', async () => {
    for (const stage of ['new', 'proposal', 'won', 'lost']) await store({ id: stage, name: stage, stage })
    const stages = async (filter: Filter) => (await records(filter)).map(({ stage }) => stage)
    expect(await stages({})).toEqual(['won', 'proposal', 'new', 'lost'])
    expect(await stages({ open: false })).toEqual(['won', 'lost'])
    expect(await stages({ open: true })).toEqual(['proposal', 'new'])
    expect(await stages({ stage: 'won' })).toEqual(['won'])
    expect(await stages({ stage: 'proposal', open: true })).toEqual(['proposal'])
    expect(await exported({ stage: 'won', open: true })).toBe(header)
  })

  test('shows neither deleted deals nor those of another workspace', async () => {
    await store({ id: 'deal_1', name: 'Mine', stage: 'new' })
    await apply('deal.deleted', { dealId: 'deal_1' })
    await store({ id: 'deal_2', name: 'Theirs', stage: 'new' }, 'org_other')
    expect(await exported({})).toBe(header)
  })

  test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '=', '-'])(
    'puts an apostrophe before %j, which a spreadsheet would compute',
    async (name) => {
      const id = `${name.trim() || '='}id`
      await store({ id, name: `${name}!`, stage: 'new', ownerId: id, signalId: id })
      const [record] = await records({})
      expect(record?.name).toBe(`'${name}!`)
      const isFormula = /^[=+\-@]/.test(id)
      for (const value of [record?.id, record?.ownerId, record?.signalId]) {
        expect(value).toBe(isFormula ? `'${id}` : id)
      }
    },
  )

  test('brings any text through a CSV parser and back', async () => {
    const awkward = fc.constantFrom(
      ',',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      '\t',
      "'",
      '=',
      '\\.',
      '\\',
      ' ',
      'ä',
      '😀',
      '\ufeff',
    )
    const name = fc
      .array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 4 })), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join(''))
      .filter((joined) => joined.trim() !== '')
    const id = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ id, name, signalId: id }), { selector: (deal) => deal.id, maxLength: 12 }),
        async (deals) => {
          await sql`delete from deals`.execute(database)
          for (const deal of deals) await store({ ...deal, stage: 'new' })
          const read = (await records({})).map((record) => ({
            id: record.id ?? '',
            name: record.name,
            signalId: record.signalId,
          }))
          const guarded = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)
          const expected = deals.map((deal) => ({
            id: guarded(deal.id),
            name: guarded(deal.name.replaceAll('\u0000', '\ufffd')),
            signalId: guarded(deal.signalId),
          }))
          const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
          expect(read.toSorted(byId)).toEqual(expected.toSorted(byId))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('shows one snapshot, whatever is written meanwhile', async () => {
    await storeMany(20_000)
    const csv = await exportDeals(pool, { orgId })
    const iterator = csv[Symbol.asyncIterator]()
    const begun: Buffer[] = [(await iterator.next()).value]
    await sql`delete from deals`.execute(database)
    for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) begun.push(chunk)
    expect(parse(Buffer.concat(begun), { columns: true })).toHaveLength(20_000)
  })

  test('gives its connection back at the end, and cuts it when the reader goes away', async () => {
    await storeMany(20_000)
    for (let round = 0; round < 3; round += 1) {
      expect((await exported({})).length).toBeGreaterThan(1_000_000)
      const csv = await exportDeals(pool, { orgId })
      await new Promise((resolve) => csv.once('data', resolve))
      csv.destroy()
    }
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
    await expect.poll(() => activeCopies()).toBe(0)
  })

  test('waits for a slow reader, and ends with an error when the connection is lost', async () => {
    // More than the sockets between them can hold, or the server would have sent everything by then.
    await storeMany(60_000, { name: 'A deal'.padEnd(200, '.') })
    const csv = await exportDeals(pool, { orgId })
    csv.once('readable', () => undefined)
    await expect.poll(() => activeCopies()).toBe(1)
    expect(csv.readableLength).toBeLessThan(500_000)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'export test' and query like '%copy (%' and pid <> pg_backend_pid()`.execute(
      database,
    )
    await expect(text(csv)).rejects.toThrow()
    expect((await exported({})).startsWith(header)).toBe(true)
  })
})

type Filter = Omit<Parameters<typeof exportDeals>[1], 'orgId'>

async function exported(filter: Filter): Promise<string> {
  return text(await exportDeals(pool, { orgId, ...filter }))
}

async function records(filter: Filter): Promise<Record<string, string>[]> {
  return parse(await exported(filter), { columns: true, record_delimiter: '\r\n' })
}

async function activeCopies(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'export test' and state = 'active' and pid <> pg_backend_pid()`.execute(database)
  return rows[0]?.count ?? 0
}

let events = 0
async function apply(type: string, data: Record<string, unknown>, org = orgId): Promise<void> {
  events += 1
  const event = { id: `evt_${events}`, type, occurredAt: createdAt, orgId: org, data }
  const verdict = readEvent(event, { orgId: org, sourceId: 'src_1', receivedAtMs: Date.parse(createdAt) })
  if (verdict.verdict !== 'valid') throw new Error(JSON.stringify(verdict))
  const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId: org }))
  await database
    .transaction()
    .execute((transaction) =>
      mergeContributions(transaction, contributions, { nowMs: Date.parse(createdAt) }),
    )
}

async function store(deal: Record<string, unknown>, org = orgId): Promise<void> {
  await apply('deal.created', { deal }, org)
}

/** Copies of one deal. */
async function storeMany(count: number, { name = 'A deal with a name of some length' } = {}): Promise<void> {
  await store({ id: 'deal_0', name, stage: 'new', createdAt })
  await sql`
    insert into deals (org_id, deal_id, state, stage, created_at)
    select org_id, 'deal_' || number, state, stage, created_at
    from deals, generate_series(1, ${count - 1}::int) number`.execute(database)
}
