import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, DatabasePool } from '../../database.ts'
import type { AlertFilter } from './alert-filter.ts'
import { listAlertPage } from './list-alerts.ts'

const orgId = 'org_many'
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const planted = 60_000
let database: Database
let pool: DatabasePool

test.beforeAll(async ({ connection }) => {
  ;({ database, pool } = connection)
  await pool.query(
    `insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
     values ($1, 'Many', 'standard', true, 1)`,
    [orgId],
  )
  await pool.query(
    `insert into channels (channel_id, org_id, kind, name, settings)
     select 'chn_' || n, $1, 'webhook', 'Channel ' || n, '{}' from generate_series(0, 3) n`,
    [orgId],
  )
  // Each channel and rule has nearly everything in one status and one reason; the others are rare, and old.
  await pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, is_instant)
     select $1, 'rul_' || n % 2, 'chn_' || n % 3, 'sig_' || n, $2::timestamptz - make_interval(secs => $3 - n),
            case when n in (7, 20, 31) then 'failed' else 'suppressed' end,
            case when n in (7, 20, 31) then 'http_400' when n = 40 then 'silenced' else 'too_old' end, true
     from generate_series(0, $3 - 1) n order by n`,
    [orgId, new Date(nowMs), planted],
  )
  await pool.query('analyze dispatches')
}, 120_000)

/** Lists in a transaction of its own, and counts the rows of dispatches that it read. */
async function listAndCount(filter: Omit<AlertFilter, 'orgId'>, limit = 50) {
  return database.transaction().execute(async (transaction) => {
    const { items } = await listAlertPage(transaction, { orgId, ...filter }, { limit, nowMs })
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = 'dispatches'`.execute(transaction)
    return { signalIds: items.map(({ signalId }) => signalId), read: rows[0]?.read ?? Number.NaN }
  })
}

const week = 7 * 86_400_000

test.each<[string, Omit<AlertFilter, 'orgId'>, string[] | undefined]>([
  ['no filter', {}, undefined],
  ['a rare status', { status: 'failed' }, ['sig_31', 'sig_20', 'sig_7']],
  ['a status that nothing has', { status: 'unknown' }, []],
  ['a rare status of a channel', { status: 'failed', channelId: 'chn_1' }, ['sig_31', 'sig_7']],
  ['a rare status of a rule', { status: 'failed', ruleId: 'rul_0' }, ['sig_20']],
  ['a rule', { ruleId: 'rul_1' }, undefined],
  ['a channel', { channelId: 'chn_2' }, undefined],
  ['a channel without alerts', { channelId: 'chn_3' }, []],
  ['a channel and a rule', { channelId: 'chn_2', ruleId: 'rul_1' }, undefined],
  ['a rare reason', { reason: 'silenced' }, ['sig_40']],
  ['a signal', { signalId: 'sig_20' }, ['sig_20']],
  ['an early end', { until: new Date(nowMs - (planted - 3) * 1_000) }, ['sig_2', 'sig_1', 'sig_0']],
  ['a late beginning', { since: new Date(nowMs + week) }, []],
])('reads few rows for %s among many', async (_name, filter, expected) => {
  const { signalIds, read } = await listAndCount(filter)
  if (expected === undefined) expect(signalIds).toHaveLength(50)
  else expect(signalIds).toEqual(expected)
  expect(read).toBeLessThan(2_000)
})

test('pages through all alerts once each, also those of one moment, and reads the last page as quickly', async () => {
  const moment = new Date(nowMs + 1_000)
  await pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
     select $1, 'rul_0', 'chn_0', 'sig_same_' || n, $2, (array['sent', 'failed', 'pending'])[1 + n % 3], true
     from generate_series(1, 7) n`,
    [orgId, moment],
  )
  const seen: string[] = []
  let after: string | undefined
  for (let page = 0; page < 5; page += 1) {
    const { items, nextAfter } = await listAlertPage(database, { orgId }, { limit: 3, nowMs, after })
    expect(items).toHaveLength(3)
    seen.push(...items.map(({ signalId }) => signalId))
    after = nextAfter
  }
  const newest = Array.from({ length: 8 }, (_, index) => `sig_${planted - 1 - index}`)
  expect(seen).toEqual([...[7, 6, 5, 4, 3, 2, 1].map((n) => `sig_same_${n}`), ...newest])
  const [deep] = (
    await pool.query<{ number: string }>(
      `select decision_number as number from dispatches where org_id = $1 and signal_id = 'sig_3'`,
      [orgId],
    )
  ).rows
  const last = await listAlertPage(database, { orgId }, { limit: 3, nowMs, after: deep?.number })
  expect([last.items.map(({ signalId }) => signalId), last.nextAfter]).toEqual([
    ['sig_2', 'sig_1', 'sig_0'],
    undefined,
  ])
})

test('names the signal, the rule and the channel, and none of them where they are gone', async () => {
  const { items } = await listAlertPage(database, { orgId, signalId: 'sig_20' }, { limit: 1, nowMs })
  expect(items).toMatchObject([{ title: null, ruleName: null, channelName: 'Channel 2' }])
})
