import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../database.ts'
import { createId } from '../../ids.ts'
import { pruneMessages } from './prune-messages.ts'

const dayMs = 24 * 60 * 60 * 1000
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const oldMs = nowMs - 31 * dayMs

let database: Database

test.beforeAll(async ({ connection }) => {
  ;({ database } = connection)
})

async function addDigest({ madeMs = oldMs, dueMs = oldMs, isOpen = false } = {}): Promise<string> {
  const digestId = createId('dig_', madeMs)
  await sql`
    insert into digests (digest_id, org_id, rule_id, channel_id, group_key, due_at, is_open)
    values (${digestId}, 'org_acme', 'rul_1', 'chn_1', ${digestId}, ${new Date(dueMs)}, ${isOpen})`.execute(
    database,
  )
  return digestId
}

async function addMessage(
  name: string,
  { madeMs = oldMs, status = 'sent', digestId = null as string | null } = {},
): Promise<void> {
  await sql`
    insert into messages (message_id, org_id, channel_id, kind, digest_id, recipient, status, created_at, due_at)
    values (${name}, 'org_acme', 'chn_1', 'digest', ${digestId}, '', ${status}, ${new Date(madeMs)},
            ${new Date(madeMs)})`.execute(database)
}

test('forgets old messages and digests, and none that is young, waits or is still needed', async () => {
  await addMessage('old', { digestId: await addDigest() })
  const waiting = await addDigest()
  await addMessage('waiting', { status: 'pending', digestId: waiting })
  const young = await addDigest({ madeMs: nowMs, dueMs: nowMs })
  await addMessage('young', { madeMs: nowMs, digestId: young })
  const open = await addDigest({ isOpen: true })
  // A month-long throttle still counts it.
  const lately = await addDigest({ dueMs: nowMs - dayMs })
  expect(await pruneMessages(database, new Date(nowMs - 30 * dayMs))).toBe(1)
  const messages = await sql<{ id: string }>`select message_id as id from messages`.execute(database)
  expect(messages.rows.map(({ id }) => id).sort()).toEqual(['waiting', 'young'])
  const digests = await sql<{ id: string }>`select digest_id as id from digests`.execute(database)
  expect(digests.rows.map(({ id }) => id).sort()).toEqual([waiting, young, open, lately].sort())
})

test('forgets what inboxes got before, read or not', async () => {
  await sql`
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_inbox', 'Inbox', 'standard', false, 1)`.execute(database)
  for (const [id, at] of Object.entries({ old: oldMs, young: nowMs })) {
    await sql`
      insert into inbox_messages (org_id, message_id, message, signal_ids, created_at)
      values ('org_inbox', ${id}, '{}', '{}', ${new Date(at)})`.execute(database)
  }
  await pruneMessages(database, new Date(nowMs - 30 * dayMs))
  const { rows } = await sql<{ id: string }>`select message_id as id from inbox_messages`.execute(database)
  expect(rows).toEqual([{ id: 'young' }])
})
