import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { countFindsByHour } from './count-by-hour.ts'
import { countScores, scoresByTen } from './count-scores.ts'

const listener = { orgId: 'org_one', listenerId: 'lsn_1' }

test.beforeAll(async ({ database }) => {
  // Each state has every score from 0 to 100; the newest has none, as what was dropped before it was scored.
  await sql`
    insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state, score,
      event_id, event)
    select ${listener.orgId}, listener, state || coalesce(score::text, ''), 'hackernews', 'src_1', 'sig_' || state || coalesce(score::text, ''),
      timestamptz '2026-11-20 09:00:00Z' + make_interval(secs => coalesce(score, 200)), state, score,
      case state when 'waiting' then 'evt_' || score end, case state when 'waiting' then '{}' end
    from unnest(array['lsn_1', 'lsn_2']) listener, unnest(array['delivered', 'waiting', 'held_out']) state,
      (select generate_series(0, 100) as score union all select null) scores
    where score is not null or state = 'held_out'`.execute(database)
  await sql`
    insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state)
    select ${listener.orgId}, 'lsn_many', n::text, 'hackernews', 'src_1', 'sig_' || n, now(), 'dropped'
    from generate_series(1, 5000) n`.execute(database)
})

test('counts what was kept and dropped by tens of the score, the last up to 100', async ({ database }) => {
  const tens = await countScores(database, { ...listener, limit: 2_000 })
  expect(tens).toHaveLength(10)
  expect(tens[0]).toEqual({ from: 0, kept: 20, dropped: 10 })
  expect(tens[9]).toEqual({ from: 90, kept: 22, dropped: 11 })
})

test('counts the newest alone', async ({ database }) => {
  expect(await countScores(database, { ...listener, limit: 4 })).toEqual([{ from: 90, kept: 2, dropped: 1 }])
})

test('counts what was kept and dropped by the hour, the newest since a moment', async ({ database }) => {
  const since = new Date('2026-11-20T09:00:50Z')
  const at = new Date('2026-11-20T09:00:00Z')
  expect(await countFindsByHour(database, { ...listener, since, limit: 2_000 })).toEqual([
    { at, kept: 102, dropped: 52 },
  ])
  expect(await countFindsByHour(database, { ...listener, since, limit: 1 })).toEqual([
    { at, kept: 0, dropped: 1 },
  ])
  expect(await countFindsByHour(database, { ...listener, since: new Date(), limit: 10 })).toEqual([])
})

test('reads no more finds than it counts, by the index of their time', async ({ database }) => {
  await sql`analyze finds`.execute(database)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain ${scoresByTen({ ...listener, listenerId: 'lsn_many', limit: 100 })}`.execute(database)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('finds_of_listener')
  expect(plan).toContain('Limit')
  expect(plan).not.toContain('Seq Scan')
})
