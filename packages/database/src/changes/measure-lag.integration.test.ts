import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { measureLag, measureLags } from './measure-lag.ts'
import { resendChanges } from './sequencing/resend-changes.ts'
import { sequenceChanges } from './sequencing/sequence-changes.ts'

const orgId = 'org_one'

test('counts each record that changed since once, with a position or without one yet', async ({
  database,
}) => {
  const behind = async (notes: bigint, deals: bigint): Promise<number> =>
    (await measureLag(database, { orgId, cursors: { notes, deals } })).rows
  expect(await measureLag(database, { orgId, cursors: { notes: 0n } })).toEqual({ rows: 0, ageMs: 0 })

  await addNotes(database, 6_000)
  expect(await behind(0n, 0n)).toBe(6_000)
  expect(await sequenceChanges(database)).toBe(6_000)
  const whole = await lastPosition(database)
  expect([await behind(0n, 0n), await behind(whole - 10n, 0n), await behind(whole, 0n)]).toEqual([
    6_000, 10, 0,
  ])

  await sql`update notes set body = 'new' where note_id in ('note_1', 'note_2')`.execute(database)
  await sql`update notes set body = 'newer' where note_id = 'note_1'`.execute(database)
  expect([await behind(0n, 0n), await behind(whole, 0n)]).toEqual([6_000, 2])
  expect(await measureLag(database, { orgId: 'org_other', cursors: { notes: 0n } })).toMatchObject({
    rows: 0,
  })
  expect(await sequenceChanges(database)).toBe(3)
  expect(await behind(whole, 0n)).toBe(2)
})

test('tells how long the oldest has waited', async ({ database }) => {
  const behind = { orgId, cursors: { notes: (await lastPosition(database)) - 1n } }
  await sql`update changes set sequenced_at = now() - interval '1 hour'`.execute(database)
  expect((await measureLag(database, behind)).ageMs).toBeCloseTo(3_600_000, -5)
  await addNotes(database, 1)
  await sql`update change_inbox set changed_at = now() - interval '2 hours'`.execute(database)
  expect((await measureLag(database, behind)).ageMs).toBeCloseTo(7_200_000, -5)
})

test('what is sent again is behind every cursor', async ({ database }) => {
  await sequenceChanges(database)
  const whole = await lastPosition(database)
  const keys = Array.from({ length: 5_500 }, (_, index) => `note_${index + 1}`)
  await resendChanges(database, { orgId, table: 'notes', keys: [...keys, 'note_1'] })
  expect((await measureLag(database, { orgId, cursors: { notes: whole } })).rows).toBe(5_500)
})

let added = 0

async function addNotes(database: Database, count: number): Promise<void> {
  await sql`
    insert into notes (org_id, note_id, target_type, target_id, body, created_at, created_by)
    select ${orgId}, 'note_' || n, 'deal', 'deal_1', 'text', now(), 'usr_1'
    from generate_series(${added + 1}::integer, ${added + count}::integer) n`.execute(database)
  added += count
}

async function lastPosition(database: Database): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select max(position) as position from changes`.execute(
    database,
  )
  return BigInt(rows[0]?.position ?? 0)
}

test('with a limit, counts no further and stays as exact below it', async ({ database }) => {
  await sequenceChanges(database)
  const whole = await lastPosition(database)
  const lagOf = async (position: bigint) =>
    measureLags(database, { orgId, cursors: { notes: position }, limit: 50 })
  expect(await lagOf(0n)).toMatchObject([{ table: 'notes', rows: 50 }])
  expect(await lagOf(whole)).toEqual([{ table: 'notes', rows: 0, ageMs: 0 }])
  await addNotes(database, 7)
  expect(await lagOf(whole)).toMatchObject([{ table: 'notes', rows: 7 }])
  await addNotes(database, 70)
  expect(await lagOf(whole)).toMatchObject([{ table: 'notes', rows: 50 }])
})
