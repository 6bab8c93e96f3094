import { readEvent } from '@signalpost/domain'
import { type SentEvent, sentEvents } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { mergeContributions } from '../records/merge/merge-contributions.ts'
import type { OwnedContribution } from '../records/merge/merged-record.ts'
import { migrations } from './index.ts'

const orgIds = ['org_0', 'org_1', 'org_2']
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')

test('what was stored before has its place among the changes, and its past as far as it is known', async ({
  database,
}) => {
  for (const [seed, orgId] of orgIds.entries()) {
    const samples = fc.sample(sentEvents({ orgId, maxLength: 60 }), { numRuns: 20, seed })
    const [sent = []] = samples.toSorted((one, other) => other.length - one.length)
    const contributions = sent.flatMap((one) => contributionsOf(one, orgId))
    // One by one, so registers change more than once.
    for (const one of contributions) {
      await database.transaction().execute((transaction) => mergeContributions(transaction, [one], { nowMs }))
    }
  }
  const [keys, events] = [await readKeys(database), await readSignalEvents(database)]
  expect(events.length).toBeGreaterThan(20)
  await undo(database)
  await database.transaction().execute(async (transaction) => migrations['0011-changes']?.up(transaction))

  expect(await readChanges(database)).toEqual(keys)
  const filled = await readSignalEvents(database)
  expect(filled.map(withoutMoment)).toEqual(events.map(withoutMoment))
  const standing = events.filter((event) => event.stands)
  expect(standing.length).toBeGreaterThan(5)
  for (const { at, ...event } of standing) expect(filled).toContainEqual({ ...event, at })
})

function contributionsOf({ source, event }: SentEvent, orgId: string): OwnedContribution[] {
  const read = readEvent(event, { orgId, sourceId: `src_${source}`, receivedAtMs: nowMs })
  if (read.verdict !== 'valid') throw new Error(JSON.stringify(read))
  return read.contributions.map((contribution) => ({ ...contribution, orgId }))
}

/** Leaves the database as it was before, with the register changes in `outbox`. */
async function undo(database: Database): Promise<void> {
  await sql`drop view outbox`.execute(database)
  await sql`
    create table outbox (
      outbox_id bigint generated always as identity,
      created_at timestamptz not null default now(),
      org_id text, record text, record_id text, change text, detail jsonb, event_id text, source_id text
    )`.execute(database)
  await sql`
    insert into outbox (org_id, record, record_id, change, detail, event_id, source_id)
    select org_id, 'registers', signal_id, 'changed',
      jsonb_build_object('register', register, 'from', from_value, 'to', to_value), event_id, source_id
    from signal_events order by signal_event_id`.execute(database)
  await sql`drop table signal_events, change_inbox, changes`.execute(database)
  await sql`drop sequence row_versions, change_positions`.execute(database)
  await sql`drop function draw_version, refuse_removal cascade`.execute(database)
  const tables = ['listeners', 'signals', 'signal_registers', 'accounts', 'deals', 'listener_counts', 'notes']
  for (const table of tables) {
    await sql`drop function ${sql.ref(`${table}_note_changes`)} cascade`.execute(database)
    await sql`alter table ${sql.table(table)} drop version`.execute(database)
  }
  await sql`drop function signal_events_note_changes`.execute(database)
}

async function readKeys(database: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'signals ' || org_id || signal_id as key from signals
    union select 'signals ' || org_id || signal_id from signal_registers
    union select 'accounts ' || org_id || account_key from accounts
    union select 'deals ' || org_id || deal_id from deals
    union select 'listeners ' || org_id || listener_id from listeners
    union select 'listeners ' || org_id || listener_id from listener_counts`.execute(database)
  return rows.map(({ key }) => key).toSorted()
}

async function readChanges(database: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select table_name || ' ' || org_id || record_id as key from changes`.execute(database)
  return rows.map(({ key }) => key).toSorted()
}

type StoredEvent = { at: string; stands: boolean; signal_id: string; event_id: string }

/** In the order of writing, with whether the event's key is still in the registers. */
async function readSignalEvents(database: Database): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.org_id, e.signal_id, register, from_value, to_value, at::text, event_id, source_id,
      jsonb_build_array(r.state -> register, r.state -> 'deletedBy')
        @? format('$.** ? (@.eventId == "%s" && @.sourceId == "%s")', event_id, source_id)::jsonpath as stands
    from signal_events e join signal_registers r on r.org_id = e.org_id and r.signal_id = e.signal_id
    order by signal_event_id`.execute(database)
  return rows
}

function withoutMoment({ at: _at, ...event }: StoredEvent): Omit<StoredEvent, 'at'> {
  return event
}
