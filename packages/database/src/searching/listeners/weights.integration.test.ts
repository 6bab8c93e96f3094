import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findJudgedFinds, judgedFinds, resetWeights } from './weights.ts'

const listener = { orgId: 'org_one', listenerId: 'lsn_1' }
const givenAt = '2026-11-20T09:00:00.000Z'
const later = '2999-01-01T00:00:00.000Z'

test.beforeAll(async ({ database }) => {
  await sql`
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values (${listener.orgId}, 'One', 'standard', false, 1)`.execute(database)
  await sql`
    insert into listener_schedules (org_id, listener_id, source_id, settings, seed)
    values (${listener.orgId}, ${listener.listenerId}, 'src_1', '{}', 'seed')`.execute(database)
  await sql`
    insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state, features)
    select ${listener.orgId}, 'lsn_many', n::text, 'hackernews', 'src_1', 'many' || n,
      timestamptz '2026-11-20 09:00:00Z' + make_interval(secs => n), 'delivered', jsonb_build_object('number', n)
    from generate_series(1, 30000) n`.execute(database)
  // Every tenth find of these is shown, and every second of the shown has a verdict.
  await sql`
    insert into finds (org_id, listener_id, dedupe_key, platform, source_id, signal_id, first_seen_at, state, features)
    select ${listener.orgId}, listener, n::text, 'hackernews', 'src_1', listener || n,
      timestamptz '2026-11-20 09:00:00Z' + make_interval(secs => n),
      case when n % 10 = 0 then 'delivered' else 'dropped' end, jsonb_build_object('number', n)
    from unnest(array['lsn_1', 'lsn_2', 'lsn_3']) listener, generate_series(1, 20000) n`.execute(database)
  await sql`
    insert into signal_registers (org_id, signal_id, state, verdict)
    select org_id, signal_id,
      jsonb_build_object('feedback', jsonb_build_object('value', jsonb_build_object('verdict', 'good', 'at', ${givenAt}::text))),
      case when (features ->> 'number')::integer % 20 = 0 then 'good' end
    from finds where state = 'delivered'`.execute(database)
  await sql`analyze finds, signal_registers`.execute(database)
})

test('returns the verdicts on what the listener has shown, at most the limit', async ({ database }) => {
  const all = await findJudgedFinds(database, { ...listener, limit: 10_000 })
  expect(all).toHaveLength(1_000)
  expect(all[0]).toMatchObject({ verdict: 'good', at: new Date(givenAt) })
  expect(await findJudgedFinds(database, { ...listener, limit: 10 })).toHaveLength(10)
})

test('reads no more than the newest 5,000 finds that were shown, by their index', async ({ database }) => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain ${judgedFinds({ ...listener, listenerId: 'lsn_many', limit: 500 })}`.execute(database)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan Backward using finds_shown')
  expect(plan).not.toContain('Seq Scan on finds')
  expect(plan).not.toContain('Seq Scan on signal_registers')
})

test('after a reset, verdicts given before it count no longer, and those given later do', async ({
  database,
}) => {
  await database.transaction().execute((transaction) => resetWeights(transaction, listener))
  expect(await findJudgedFinds(database, { ...listener, limit: 500 })).toEqual([])
  await sql`
    update signal_registers set state = jsonb_set(state, '{feedback,value,at}', to_jsonb(${later}::text))
    where org_id = ${listener.orgId} and signal_id = 'lsn_120'`.execute(database)
  expect(await findJudgedFinds(database, { ...listener, limit: 500 })).toHaveLength(1)
  expect(await findJudgedFinds(database, { ...listener, listenerId: 'lsn_2', limit: 500 })).toHaveLength(500)
})
