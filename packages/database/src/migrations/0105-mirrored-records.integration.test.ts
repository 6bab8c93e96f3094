import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('what there was before is sent to warehouses too', async ({ database }) => {
  await sql`
    drop trigger dispatches_draw_version on dispatches;
    drop trigger dispatches_redraw_version on dispatches;
    drop trigger dispatches_refuse_delete on dispatches;
    drop trigger dispatches_refuse_truncate on dispatches;
    drop function dispatches_note_changes cascade;
    alter table dispatches drop column version;
    drop function collections_mirror, collections_forget, collection_signals_mirror, collection_signals_forget cascade;
    drop function mirrored_records_note_changes cascade;
    drop table mirrored_records;
    insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant, escalation_id)
    values ('org_one', 'rul_1', 'chn_1', 'sig_1', now(), 'sent', true, null),
           ('org_one', 'esc_1.1.1', 'chn_1', 'sig_1', now(), 'sent', true, 'esc_1');
    insert into collections (org_id, collection_id, name, name_key, created_at)
    values ('org_one', 'col_1', 'Spring', 'spring', '2026-11-20T12:00:00Z');
    insert into collection_signals (org_id, collection_id, signal_id, saved_at)
    values ('org_one', 'col_1', 'sig_1', '2026-11-20T12:00:00.5Z')`.execute(database)
  for (const name of ['0104-capture-dispatches', '0105-mirrored-records']) {
    await database.transaction().execute(async (transaction) => migrations[name]?.up(transaction))
  }
  const { rows: noted } = await sql`
    select table_name as name, record_id as id from change_inbox order by inbox_id`.execute(database)
  expect(noted).toEqual([
    { name: 'dispatches', id: expect.stringMatching(/^\d+$/) },
    { name: 'dispatches', id: expect.stringMatching(/^\d+$/) },
    { name: 'escalation_steps', id: expect.stringMatching(/^\d+$/) },
    { name: 'collections', id: 'col_1' },
    { name: 'saves', id: 'col_1:sig_1' },
  ])
  const { rows: states } = await sql`select state from mirrored_records order by record_id`.execute(database)
  expect(states).toEqual([
    { state: { name: 'Spring', description: null, createdAt: '2026-11-20T12:00:00.000Z' } },
    { state: { collectionId: 'col_1', signalId: 'sig_1', savedAt: '2026-11-20T12:00:00.500Z' } },
  ])
})
