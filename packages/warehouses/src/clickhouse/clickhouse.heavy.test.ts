import { writeFile } from 'node:fs/promises'
import { createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../test-support/open-session.ts'
import { clickhouseRig } from '../test-support/rigs/clickhouse.ts'
import { expectRows } from '../test-support/samples/expected-state.ts'
import { deletedRow, fullRow } from '../test-support/samples/sample-rows.ts'
import { grownThings, things } from '../test-support/samples/sample-tables.ts'
import { type StartedRig, startRigs } from '../test-support/start-rigs.ts'
import type { Place } from '../test-support/warehouse-rig.ts'
import { clickhouse } from './clickhouse.ts'

type Settings = { url: string; user: string; database: string }

let rig: StartedRig
let close: () => Promise<void>

beforeAll(async () => {
  const started = await startRigs([clickhouseRig])
  const [only] = started.rigs
  if (only === undefined) throw new Error('it was asked for one')
  rig = only
  close = started.close
})

afterAll(() => close())

/** Queries with the same rights, like a person who does not know the product. */
async function ask<Row>({ settings, secrets }: Place, text: (database: string) => string): Promise<Row[]> {
  // The casts: the rig's own.
  const { url, user: username, database } = settings as Settings
  const { password } = secrets as { password: string }
  const client = createClient({ url, username, password })
  try {
    const statement = text(database)
    if (!statement.startsWith('SELECT')) {
      await client.command({ query: statement })
      return []
    }
    return await (await client.query({ query: statement, format: 'JSONEachRow' })).json<Row>()
  } finally {
    await client.close()
  }
}

test.each([
  'localhost:8123',
  'tcp://host:9000',
  'http://user:password@host:8123',
  'http://host:8123/database',
  'http://host:8123/?user=default',
])('refuses the url %j', (url) => {
  expect(clickhouse.settings.safeParse({ url, database: 'signals' }).success).toBe(false)
})

test('writes to databases with reserved, long and nearly equal names', async () => {
  const place = await rig.createPlace()
  // The cast: the rig's own.
  const settings = place.settings as Settings
  const names = ['select', 'order', 'Order', '_', 'x'.repeat(63)]
  for (const [index, database] of names.entries()) {
    await using session = await openSession(rig, { ...place, settings: { ...settings, database } })
    await session.write([fullRow(`row ${index}`, 1n)])
  }
  for (const [index, database] of names.entries()) {
    const rows = await ask(place, () => `SELECT id FROM \`${database}\`.things_current`)
    expect(rows).toEqual([{ id: `row ${index}` }])
    await using session = await openSession(rig, { ...place, settings: { ...settings, database } })
    await session.target.dropTables([things])
    expect(await session.target.findFaults(things)).toBeUndefined()
  }
})

test('shows the rows as they are now, with columns that came later, in a view', async () => {
  const place = await rig.createPlace()
  await using before = await openSession(rig, place)
  await before.write([fullRow('a', 1n), fullRow('b', 1n), fullRow('c', 1n)])
  await before.write([fullRow('a', 2n, 'changed'), deletedRow('b', 2n)])
  const shown = () => ask(place, (at) => `SELECT id, title FROM ${at}.things_current ORDER BY id`)
  expect(await shown()).toEqual([
    { id: 'a', title: 'changed' },
    { id: 'c', title: 'title of c' },
  ])
  await before.target.prepare(grownThings)
  expect(await ask(place, (at) => `SELECT region, visits, tags FROM ${at}.things_current LIMIT 1`)).toEqual([
    { region: null, visits: null, tags: [] },
  ])
})

test('leaves a table alone that has the name of a view', async () => {
  const place = await rig.createPlace()
  await ask(place, (at) => `CREATE DATABASE ${at}`)
  await ask(place, (at) => `CREATE TABLE ${at}.things_current (mine UInt8) ENGINE = MergeTree ORDER BY mine`)
  await ask(place, (at) => `INSERT INTO ${at}.things_current VALUES (1)`)
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)])
  expect(await session.target.lacksView?.(things)).toBe(false)
  await session.target.dropTables([things])
  expect(await session.target.findFaults(things)).toBeUndefined()
  expect(await ask(place, (at) => `SELECT mine FROM ${at}.things_current`)).toEqual([{ mine: 1 }])
})

test('takes a table that was made beforehand, and adds what it lacks', async () => {
  const place = await rig.createPlace()
  await ask(place, (at) => `CREATE DATABASE ${at}`)
  await ask(
    place,
    (at) => `
      CREATE TABLE ${at}.things (
        org_id String, id String, note String DEFAULT 'ours', _version UInt64, _deleted UInt8,
        _synced_at DateTime64(3, 'UTC'), _batch_id String
      ) ENGINE = ReplacingMergeTree(_version, _deleted) PARTITION BY org_id ORDER BY (org_id, id)`,
  )
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('a', 2n, 'changed')])
  await expectRows({ rig, place }, things, [fullRow('a', 2n, 'changed')])
  expect(await ask(place, (at) => `SELECT note FROM ${at}.things_current`)).toEqual([{ note: 'ours' }])
})

test('leaves a table alone that it did not create', async () => {
  const place = await rig.createPlace()
  await ask(place, (at) => `CREATE DATABASE ${at}`)
  await ask(place, (at) => `CREATE TABLE ${at}.things (id String) ENGINE = MergeTree ORDER BY id`)
  const error = await openSession(rig, place).catch((cause: unknown) => cause)
  expect(String(error)).toContain('rename it, or choose another database')
  expect(clickhouse.faultOf(error)).toBe('configuration')
})

test('recreates a dropped table, and knows that it is empty', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n)])
  await ask(place, (at) => `DROP TABLE ${at}.things`)
  expect(await session.target.readCursor(things)).toBeUndefined()
  await session.target.prepare(things)
  expect(await session.target.readCursor(things)).toBeUndefined()
  await session.write([fullRow('a', 1n)])
  await expectRows({ rig, place }, things, [fullRow('a', 1n)])
})

test('blames a row that is none, and moves no cursor', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const batch = await session.batchOf([fullRow('a', 1n)])
  await writeFile(batch.file, 'org_demo,a,a secret title,new,not a number\n')
  const error = await session.send(batch).catch((cause: unknown) => cause)
  expect(clickhouse.faultOf(error)).toBe('data')
  expect(String(error)).not.toContain('secret')
  expect(await session.target.readCursor(things)).toBeUndefined()
})

test('names the rows of any number of buckets once', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  await session.write([fullRow('a', 1n), fullRow('b', 2n)])
  const prefixes = Array.from({ length: 65_536 }, (_, at) => at.toString(16).padStart(4, '0'))
  const hashes = await session.target.listHashes(things, prefixes)
  expect(hashes.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
    { key: 'a', version: 1n },
    { key: 'b', version: 2n },
  ])
})

test('is not misled by a clock that was set back', async () => {
  const place = await rig.createPlace()
  await using session = await openSession(rig, place)
  const cursor = { position: 9n, rewriteUntil: 0n, version: 1 }
  await session.target.writeCursor(things, cursor)
  await ask(
    place,
    (at) => `ALTER TABLE ${at}._signalpost_cursors UPDATE moved_at = '2199-01-01 00:00:00' WHERE 1
             SETTINGS mutations_sync = 2`,
  )
  await session.target.writeCursor(things, { ...cursor, position: 3n })
  expect(await session.target.readCursor(things)).toEqual({ ...cursor, position: 3n })
})
