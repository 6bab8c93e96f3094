import { createCursors } from '@signalpost/rest'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseServices } from '../test-support/act-case.ts'
import { openServices } from '../test-support/open-services.ts'
import { listSignalPage } from './list-signal-page.ts'

const orgId = 'org_pages'
const stored = 6_000
const cursors = createCursors(Buffer.alloc(32, 1))
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  // The best and the worst are unread.
  await sql`
    with stored as (
      insert into signals (org_id, signal_id, state, relevance_score, posted_at)
      select ${orgId}, 'sig_' || n, jsonb_build_object(
               'last', jsonb_build_object('key', key, 'document', '{}'::jsonb),
               'first', jsonb_build_object('key', key, 'members', '{"relevanceScore": 50}'::jsonb)),
             50, now() - n * interval '1 second'
      from generate_series(1, ${stored}) n
      cross join lateral (select jsonb_build_object('at', '2026-11-20T10:00:00.000Z', 'eventId', n, 'sourceId', '') as key) keyed
      returning org_id, signal_id
    )
    insert into signal_registers (org_id, signal_id, state, read_at)
    select org_id, signal_id, '{"deletedBy": null}', now() from stored
    where signal_id not in ('sig_1', 'sig_' || ${stored}::int)`.execute(services.database)
})

afterAll(() => close())

test('continues with a cursor after the signals that it looked at, where it found few of many', async () => {
  const page = (cursor?: string) =>
    listSignalPage(
      { database: services.database, cursors, nowMs: Date.now },
      { scope: { route: 'test', orgId, filters: {} }, filters: { read: false }, cursor, limit: 10 },
    )
  const first = await page()
  expect(first.items.map(({ id }) => id)).toEqual(['sig_1'])
  const second = await page(first.nextCursor ?? '')
  expect(second.items.map(({ id }) => id)).toEqual([`sig_${stored}`])
  expect(second.nextCursor).toBeNull()
})
