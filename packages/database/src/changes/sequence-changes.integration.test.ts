import { setTimeout as sleep } from 'node:timers/promises'
import { startRandomWriters } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { resendChanges } from './resend-changes.ts'
import { sequenceChanges } from './sequence-changes.ts'
import { holdSequencingLock } from './sequencing-lock.ts'

const orgId = 'org_one'
const versionsWritten = 700
const readAtOnce = 40

type Versions = Map<string, bigint>

/** The stored rows of a workspace, each with its warehouse table and the record that it is part of. */
const storedRows = sql`(
  select 'signals ' || signal_id as record, 'of itself' as part, version, org_id from signals
  union all select 'signals ' || signal_id, 'of registers', version, org_id from signal_registers
  union all select 'signal_events ' || signal_event_id, 'of itself', version, org_id from signal_events
  union all select 'accounts ' || account_key, 'of itself', version, org_id from accounts
  union all select 'deals ' || deal_id, 'of itself', version, org_id from deals
  union all select 'notes ' || note_id, 'of itself', version, org_id from notes
  union all select 'listeners ' || listener_id, 'of itself', version, org_id from listeners
  union all select 'listeners ' || listener_id, 'of shard ' || shard, version, org_id from listener_counts
) stored`

let database: Database

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

test('who follows positions misses nothing, whatever the order of commits; who follows versions does', async ({
  testDatabase,
}) => {
  const writers = startRandomWriters({ url: testDatabase.url, orgId })
  const [early, naive] = [createFollower(), createNaiveFollower()]
  let isWriting = true
  const repeat = async (step: () => Promise<unknown>): Promise<void> => {
    while (isWriting) {
      await step()
      await sleep(Math.random() * 5)
    }
  }
  const running = Promise.all([
    repeat(() => sequenceChanges(database)),
    repeat(() => sequenceChanges(database)),
    repeat(early.step),
    repeat(naive.step),
  ])
  await untilDrawn(versionsWritten / 2)
  const late = createFollower()
  const following = repeat(late.step)
  await untilDrawn(versionsWritten)
  const ended = await writers.stop()
  isWriting = false
  await Promise.all([running, following])

  await sequenceChanges(database)
  for (const follower of [early, late]) await follower.finish()
  await naive.step()
  const source = await readVersions()
  expect(ended.rolledBack).toBeGreaterThan(0)
  expect(differing(early.seen, source)).toEqual([])
  expect(differing(late.seen, source)).toEqual([])
  // The control: if no sequence could lose anything, this test would prove nothing.
  expect(differing(naive.seen, await readRowVersions()).length).toBeGreaterThan(0)
}, 30_000)

test.each([
  { name: 'sequenceChanges', draw: () => sequenceChanges(database) },
  { name: 'resendChanges', draw: () => resendChanges(database, { orgId, table: 'notes', keys: ['note_1'] }) },
])('$name waits until the positions that another process draws are visible', async ({ draw }) => {
  const held = await database.startTransaction().execute()
  await holdSequencingLock(held)
  let isDrawn = false
  const drawing = draw().then(() => {
    isDrawn = true
  })
  await expect.poll(countWaiting).toBe(1)
  expect(isDrawn).toBe(false)
  await held.commit().execute()
  await drawing
})

/** Reads changed records like a warehouse, and sometimes goes back to an earlier position. */
function createFollower() {
  const cursors = new Map<string, bigint>()
  const seen: Versions = new Map()
  const readTable = async (table: string): Promise<number> => {
    const { rows } = await sql<{ id: string; position: string }>`
      select record_id as id, position from changes
      where org_id = ${orgId} and table_name = ${table} and position > ${cursors.get(table) ?? 0n}
      order by position limit ${readAtOnce}`.execute(database)
    const versions = await readVersions(rows.map(({ id }) => `${table} ${id}`))
    for (const [key, version] of versions) if (version >= (seen.get(key) ?? 0n)) seen.set(key, version)
    const last = rows.at(-1)
    if (last !== undefined) cursors.set(table, BigInt(last.position))
    return rows.length
  }
  const tables = ['signals', 'signal_events', 'accounts', 'deals', 'notes', 'listeners']
  return {
    seen,
    step: async () => {
      for (const table of tables) await readTable(table)
      const [table = ''] = tables.toSorted(() => Math.random() - 0.5)
      const cursor = cursors.get(table) ?? 0n
      if (Math.random() < 0.1) cursors.set(table, (cursor * BigInt(Math.floor(Math.random() * 100))) / 100n)
    },
    finish: async () => {
      for (const table of tables) while ((await readTable(table)) > 0);
    },
  }
}

/** Uses the versions of rows as a cursor, as one might use an id or a time. */
function createNaiveFollower() {
  const seen: Versions = new Map()
  let cursor = 0n
  return {
    seen,
    step: async () => {
      for (const [key, version] of await readRowVersions(cursor)) {
        seen.set(key, version)
        if (version > cursor) cursor = version
      }
    },
  }
}

/** Returns the versions of records: the sums of their rows' versions. */
async function readVersions(records?: string[]): Promise<Versions> {
  const { rows } = await sql<{ key: string; version: string }>`
    select record as key, sum(version)::text as version from ${storedRows}
    where org_id = ${orgId} and (${records ?? null}::text[] is null or record = any(${records ?? []}::text[]))
    group by 1`.execute(database)
  return new Map(rows.map(({ key, version }) => [key, BigInt(version)]))
}

async function readRowVersions(after = 0n): Promise<Versions> {
  const { rows } = await sql<{ key: string; version: string }>`
    select record || ' ' || part as key, version from ${storedRows}
    where org_id = ${orgId} and version > ${after} order by version`.execute(database)
  return new Map(rows.map(({ key, version }) => [key, BigInt(version)]))
}

async function untilDrawn(versions: number): Promise<void> {
  const drawn = async (): Promise<number> => {
    const { rows } = await sql<{ version: string }>`select last_value as version from row_versions`.execute(
      database,
    )
    return Number(rows[0]?.version)
  }
  await expect.poll(drawn).toBeGreaterThan(versions)
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database)
  return rows[0]?.waiting ?? 0
}

function differing(seen: Versions, source: Versions): string[] {
  return [...new Set([...seen.keys(), ...source.keys()])].filter((key) => seen.get(key) !== source.get(key))
}
