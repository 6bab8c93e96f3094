import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createSecretBox } from '../index.ts'
import { fillWorkspace } from '../isolation/fill-workspace.ts'
import { type DueWork, findDueWork } from './find-due-work.ts'

const orgId = 'org_one'

/** Makes one of each due in a workspace that has one of everything. */
const makeDue = [
  `update deliveries set status = 'queued', due_at = now()`,
  `update jobs set state = 'waiting', due_at = now(), ended_at = null, leased_until = null, stop_requested_at = null`,
  `insert into pending_changes (org_id, record, record_id, change, caused_at, changed_at)
   values ('${orgId}', 'signal', 'sig_1', 'created', now(), now())`,
  `update messages set status = 'pending'`,
  `insert into message_edits (message_id, org_id, channel_id, due_at)
   select message_id, org_id, channel_id, now() from messages limit 1 on conflict do nothing`,
  `update message_edits set due_at = now()`,
  `update digests set is_open = true, due_at = now()`,
  `update channels set state = 'disabled'`,
  `update dispatches set status = 'pending'`,
  `update escalation_runs set due_at = now(), ended_at = null, outcome = null`,
  `update warehouses set is_paused = false, due_at = now(), leased_until = null`,
  `insert into change_inbox (table_name, org_id, record_id) values ('notes', '${orgId}', 'note_1')`,
  `delete from canary`,
  `insert into canary (org_id, source_id, key_id, ciphertext, every_ms, due_at)
   values ('${orgId}', 'src_1', 'key_1', '', 60000, now())`,
]

/** What must happen to each kind so that it waits no more, or not yet. */
const ways: [keyof DueWork, string][] = [
  ['hasDeliveries', `update deliveries set due_at = now() + interval '1 hour'`],
  ['hasDeliveries', `update deliveries set status = 'applied'`],
  ['hasJobs', `update jobs set due_at = now() + interval '1 hour'`],
  ['hasJobs', `update jobs set state = 'running', leased_until = now() + interval '1 hour'`],
  ['hasJobs', `update jobs set state = 'done', ended_at = now(), stop_requested_at = now()`],
  ['hasChanges', `update pending_changes set error = 'broken'`],
  ['hasMessages', `update messages set status = 'sent'`],
  ['hasEdits', `update message_edits set due_at = now() + interval '1 hour'`],
  ['hasDigests', `update digests set due_at = now() + interval '1 hour'`],
  ['hasDigests', `update digests set is_open = false`],
  ['hasSuppressed', `update channels set state = 'active'`],
  ['hasSuppressed', `update dispatches set status = 'failed'`],
  ['hasEscalations', `update escalation_runs set due_at = now() + interval '1 hour'`],
  ['hasWarehouses', `update warehouses set is_paused = true`],
  ['hasWarehouses', `update warehouses set due_at = now() + interval '1 hour'`],
  ['hasWarehouses', `update warehouses set leased_until = now() + interval '1 hour'`],
  ['hasInbox', `delete from change_inbox`],
  ['hasCanaryRound', `update canary set due_at = now() + interval '1 hour'`],
]

test('finds what waits, and only that', async ({ database, pool }) => {
  const inTransaction: Parameters<typeof fillWorkspace>[0]['inTransaction'] = (work) =>
    database.transaction().execute(work)
  const secretBox = createSecretBox(randomBytes(32))
  await fillWorkspace({ database, pool, secretBox, inTransaction }, { orgId, text: 'text' })
  const look = () => findDueWork(database, Date.now() + 1_000)
  const everything = Object.fromEntries(ways.map(([kind]) => [kind, true]))
  for (const [kind, statement] of ways) {
    for (const due of makeDue) await sql.raw(due).execute(database)
    expect(await look()).toEqual(everything)
    await sql.raw(statement).execute(database)
    expect(await look(), statement).toEqual({ ...everything, [kind]: false })
  }
})

test('finds a job that was asked to stop, also one that a process runs', async ({ database, pool }) => {
  const inTransaction: Parameters<typeof fillWorkspace>[0]['inTransaction'] = (work) =>
    database.transaction().execute(work)
  const secretBox = createSecretBox(randomBytes(32))
  await fillWorkspace({ database, pool, secretBox, inTransaction }, { orgId: 'org_two', text: 'text' })
  await sql`update jobs set state = 'running', leased_until = now() + interval '1 hour', stop_requested_at = now()`.execute(
    database,
  )
  expect(await findDueWork(database, Date.now())).toMatchObject({ hasJobs: true })
})
