import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../database.ts'
import { compactAlertCounts } from '../dispatches/index.ts'
import type { DispatchStatus } from '../tables.ts'
import { type AlertCount, countAlerts } from './count-alerts.ts'

const nowMs = Date.now()
const periodsMs = { '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs }
const statuses = ['pending', 'sent', 'failed', 'unknown', 'expired', 'suppressed', 'digested'] as const

let database: Database
let orgs = 0

test.beforeAll(({ database: opened }) => {
  database = opened
})

/** Decides one alert for each of the ages, of a new workspace. */
async function decideAt(agesMs: readonly number[]): Promise<string> {
  orgs += 1
  const orgId = `org_alerts_${orgs}`
  await sql`
    insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
    select ${orgId}, 'rul_1', 'chn_1', 'sig_' || number, at, 'pending', true
    from unnest(${agesMs.map((ageMs) => new Date(nowMs - ageMs))}::timestamptz[]) with ordinality as decided (at, number)`.execute(
    database,
  )
  return orgId
}

/** Gives every `step`th alert a status. */
async function move(orgId: string, step: number, status: DispatchStatus): Promise<void> {
  await sql`
    update dispatches set status = ${status}
    where org_id = ${orgId} and substr(signal_id, 5)::int % ${step} = 0`.execute(database)
}

async function expectExact(orgId: string): Promise<void> {
  const counted = await countAlerts(database, { orgId, nowMs, periodsMs })
  for (const [period, ms] of Object.entries(periodsMs)) {
    const { rows } = await sql<AlertCount>`
      select count(*)::int as matched, ${sql.join(
        statuses.map((status) => sql`count(*) filter (where status = ${status})::int as ${sql.ref(status)}`),
      )} from dispatches where org_id = ${orgId} and decided_at >= ${new Date(nowMs - ms)}`.execute(database)
    expect(counted).toMatchObject({ [period]: rows[0] })
  }
}

// A step has five minutes: the ages lie on both sides of each period's beginning, within one step and one row apart.
const edges = Object.values(periodsMs).flatMap((ms) => [
  ...[ms - 4 * minuteMs, ms - 1, ms, ms + 1, ms + 4 * minuteMs],
])
const ages = [...edges, ...edges, 0, 1_000, hourMs / 2, 3 * hourMs, 2 * dayMs, 20 * dayMs]

test('counts each period to the row, through every change of status', async () => {
  const orgId = await decideAt(ages)
  await expectExact(orgId)
  for (const [index, status] of statuses.entries()) {
    await move(orgId, index + 1, status)
    await expectExact(orgId)
  }
})

test('counts what was decided before there were counts, once, however often it is counted', async () => {
  await sql`alter table dispatches disable trigger user`.execute(database)
  const orgId = await decideAt(ages)
  await sql`alter table dispatches enable trigger user`.execute(database)
  for (let times = 0; times < 2; times += 1) {
    await sql`select recount_alerts()`.execute(database)
    await expectExact(orgId)
  }
  await move(orgId, 2, 'sent')
  await sql`select recount_alerts()`.execute(database)
  await expectExact(orgId)
})

test('keeps its sums when shards are joined, and removes what is too old to be asked for', async () => {
  const orgId = await decideAt(ages)
  await move(orgId, 3, 'sent')
  await sql`insert into alert_counts values (${orgId}, now() - interval '9 days', 'sent', 3, 7)`.execute(
    database,
  )
  await compactAlertCounts(database)
  await expectExact(orgId)
  const { rows } = await sql<{ shard: number; isOld: boolean }>`
    select distinct shard, step < now() - interval '8 days' as "isOld" from alert_counts
    where org_id = ${orgId} and step < now() - interval '1 hour'`.execute(database)
  expect(rows).toEqual([{ shard: 0, isOld: false }])
})
