import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@signalpost/testing/test'
import type { Pool } from 'pg'
import { afterAll, expect } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { spoolByKey } from './spool-by-key.ts'
import { tableOf } from './test-support/stage-spool.ts'

const orgId = 'org_keys'
const stored = 4_000
let directory: string
let database: Database
let pool: Pool

test.beforeAll(async ({ testDatabase }) => {
  directory = await mkdtemp(join(tmpdir(), 'signalpost-spool-by-key-'))
  ;({ database, pool } = createDatabase({
    ...{
      url: testDatabase.url,
      applicationName: 'test',
      maxConnections: 1,
      onConnectionError: () => undefined,
    },
  }))
  // Never analysed, with registers of every second one, beside another workspace.
  for (const org of [orgId, 'org_other']) {
    await pool.query(
      `insert into signals (org_id, signal_id, state, relevance_score)
       select $1, 'sig_' || lpad(n::text, 6, '0'), '{"last": {"document": {"title": "a title"}}}', 1
       from generate_series(1, $2::int) n`,
      [org, stored],
    )
    await pool.query(
      `insert into signal_registers (org_id, signal_id, state)
       select org_id, signal_id, '{}' from signals where org_id = $1 and right(signal_id, 1) in ('1', '3', '5', '7', '9')`,
      [org],
    )
  }
})

afterAll(async () => {
  await database.destroy()
  await rm(directory, { recursive: true })
})

async function spool(limits: { afterKey?: string; limitRows?: number; limitBytes?: number }) {
  const file = join(directory, 'rows.csv')
  const spooled = await spoolByKey(pool, {
    ...{ orgId, table: tableOf('signals'), file, excludesPersonal: false },
    ...{ limitRows: 100, limitBytes: 1_000_000, ...limits },
  })
  const keys = (await readFile(file, 'utf8')).match(/sig_\d{6}/g) ?? []
  return { ...spooled, keys }
}

test('writes every row once, part by part, in the order of keys', async () => {
  const keys: string[] = []
  let afterKey: string | undefined
  do {
    const part = await spool({ limitRows: 900, ...(afterKey !== undefined && { afterKey }) })
    keys.push(...part.keys)
    afterKey = part.lastKey
    expect(part.lastKey).toBe(part.keys.at(-1))
  } while (afterKey !== undefined)
  expect(keys).toHaveLength(stored)
  expect(keys).toEqual(keys.toSorted())
})

test('ends a part at its bytes, and always takes a row', async () => {
  expect(await spool({ limitBytes: 1 })).toMatchObject({ rows: 1, lastKey: 'sig_000001' })
  expect((await spool({ limitBytes: 1_000 })).rows).toBeLessThan(50)
})

test('says whether its bytes ended it, and not its rows or the table', async () => {
  expect(await spool({ limitBytes: 1_000 })).toMatchObject({ isFull: true })
  expect(await spool({})).toMatchObject({ rows: 100, isFull: false })
  expect(await spool({ afterKey: 'sig_003990' })).toMatchObject({ rows: 10, isFull: false })
  expect(await spool({ afterKey: 'sig_004000' })).toMatchObject({ rows: 0, isFull: false })
})

test('reads no more than its part of the tables, although PostgreSQL knows nothing about them', async () => {
  const before = await rowsRead()
  expect(await spool({ afterKey: 'sig_003000' })).toMatchObject({ rows: 100, lastKey: 'sig_003100' })
  expect((await rowsRead()) - before).toBeLessThan(400)
})

/** How many rows of both tables this connection has read. */
async function rowsRead(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
     where relname in ('signals', 'signal_registers')`,
  )
  return rows[0].read
}
