import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sequenceChanges } from '../changes/index.ts'
import type { Database } from '../database.ts'
import { countChangedRows } from './count-changed-rows.ts'

let database: Database

test.beforeAll(({ database: opened }) => {
  database = opened
})

const orgId = 'org_changed'

async function addNotes(org: string, count: number): Promise<void> {
  await sql`
    insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
    select ${org}, 'note_' || gen_random_uuid(), 'deal', 'deal_1', 'text', now(), 'usr_1'
    from generate_series(1, ${count})`.execute(database)
}

async function countOf(org: string): Promise<number> {
  return countChangedRows(database, { orgId: org })
}

test('counts each row once, whether it has its place, waits for it, or waits for another one', async () => {
  await addNotes(orgId, 5)
  await addNotes('org_changed_too', 2)
  expect([await countOf(orgId), await countOf('org_changed_too')]).toEqual([5, 2])
  await sequenceChanges(database)
  expect([await countOf(orgId), await countOf('org_changed_too')]).toEqual([5, 2])
  await sql`update notes set body = 'other' where org_id = ${orgId}`.execute(database)
  await addNotes(orgId, 1)
  expect(await countOf(orgId)).toBe(6)
  await sequenceChanges(database)
  expect([await countOf(orgId), await countOf('org_changed_too')]).toEqual([6, 2])
})

test('counts what had its place before there were counts, once, however often it is counted', async () => {
  const org = 'org_changed_before'
  await sql`alter table changes disable trigger user`.execute(database)
  await addNotes(org, 4)
  await sequenceChanges(database)
  await sql`alter table changes enable trigger user`.execute(database)
  expect(await countOf(org)).toBe(0)
  for (let times = 0; times < 2; times += 1) {
    await sql`select recount_changes()`.execute(database)
    expect(await countOf(org)).toBe(4)
  }
  await addNotes(org, 1)
  await sequenceChanges(database)
  await sql`select recount_changes()`.execute(database)
  expect(await countOf(org)).toBe(5)
})
