import { setTimeout as sleep } from 'node:timers/promises'
import { startRandomWriters } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { type ControlledTransaction, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Database, DatabaseTransaction } from '../../database.ts'
import type { Tables } from '../../tables.ts'
import { resendChanges } from './resend-changes.ts'
import { sequenceChanges } from './sequence-changes.ts'
import { holdSequencingLock, shardOf } from './sequencing-lock.ts'

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
  const others = startRandomWriters({ url: testDatabase.url, orgId: 'org_two', writers: 2 })
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
    repeat(() => sequenceChanges(database, { skipsBusy: true })),
    repeat(() => sequenceChanges(database, { orgId })),
    repeat(() => sequenceAsBefore(database)),
    repeat(early.step),
    repeat(naive.step),
  ])
  await untilDrawn(versionsWritten / 2)
  const late = createFollower()
  const following = repeat(late.step)
  await untilDrawn(versionsWritten)
  const ended = await writers.stop()
  await others.stop()
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

describe('while another process draws positions', () => {
  let sameShard: string
  let otherShard: string
  let held: ControlledTransaction<Tables>

  beforeEach(async () => {
    const { rows } = await sql<{ same: string; other: string }>`
      select min(org_id) filter (where ${shardOf()} = ${shardOf(orgId)}) as same,
        min(org_id) filter (where ${shardOf()} <> ${shardOf(orgId)}) as other
      from (select 'org_' || number as org_id from generate_series(1, 1000) number) candidates`.execute(
      database,
    )
    sameShard = rows[0]?.same ?? ''
    otherShard = rows[0]?.other ?? ''
    await sequenceChanges(database)
    for (const changed of [orgId, sameShard, otherShard]) await change(changed)
    held = await database.startTransaction().execute()
  })

  afterEach(async () => {
    if (!held.isCommitted) await held.rollback().execute()
  })

  test.each([
    ['its own workspace', () => sequenceChanges(database, { orgId })],
    ['a workspace of its shard', () => sequenceChanges(database, { orgId: sameShard })],
    ['all workspaces', () => sequenceChanges(database)],
    ['changes sent again', () => resendChanges(database, { orgId, table: 'notes', keys: ['note_1'] })],
    ['an earlier version', () => sequenceAsBefore(database)],
  ])('%s waits until they are visible', async (_what, draw) => {
    await holdSequencingLock(held, shardOf(orgId))
    await expectToWait(draw)
  })

  test('a workspace of another shard waits for nothing', async () => {
    await holdSequencingLock(held, shardOf(orgId))
    await sequenceChanges(database, { orgId: otherShard })
    expect(await listWaiting()).toEqual([orgId, sameShard].sort())
  })

  test('who skips what is busy leaves that shard alone', async () => {
    await holdSequencingLock(held, shardOf(orgId))
    await sequenceChanges(database, { skipsBusy: true })
    expect(await listWaiting()).toEqual([orgId, sameShard].sort())
    await held.commit().execute()
    await sequenceChanges(database, { skipsBusy: true })
    expect(await listWaiting()).toEqual([])
  })

  test('an earlier version holds every shard', async () => {
    await holdAsBefore(held)
    await sequenceChanges(database, { skipsBusy: true })
    expect(await listWaiting()).toHaveLength(3)
    await expectToWait(() => sequenceChanges(database, { orgId: otherShard }))
  })

  async function expectToWait(draw: () => Promise<unknown>): Promise<void> {
    let isDrawn = false
    const drawing = draw().then(() => {
      isDrawn = true
    })
    await expect.poll(countWaiting).toBe(1)
    expect(isDrawn).toBe(false)
    await held.commit().execute()
    await drawing
  }
})

/** As versions before shards do it: one lock for all workspaces, whose changes are taken in the order of their arrival. */
async function sequenceAsBefore(on: Database): Promise<void> {
  await on.transaction().execute(async (transaction) => {
    await holdAsBefore(transaction)
    await sql`
      with taken as (
        delete from change_inbox where ctid = any(array(select ctid from change_inbox order by inbox_id limit 5000))
        returning table_name, org_id, record_id
      )
      insert into changes (table_name, org_id, record_id, position, sequenced_at)
      select table_name, org_id, record_id, nextval('change_positions'), statement_timestamp()
      from (select distinct table_name, org_id, record_id from taken order by 1, 2, 3) as keys
      on conflict on constraint changes_pkey
      do update set position = excluded.position, sequenced_at = excluded.sequenced_at`.execute(transaction)
  })
}

async function holdAsBefore(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(7204003)`.execute(transaction)
}

async function change(changed: string): Promise<void> {
  await sql`insert into change_inbox (table_name, org_id, record_id) values ('notes', ${changed}, 'note_1')`.execute(
    database,
  )
}

async function listWaiting(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct org_id as id from change_inbox`.execute(database)
  return rows.map(({ id }) => id).sort()
}

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
