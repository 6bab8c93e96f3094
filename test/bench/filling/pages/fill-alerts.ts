import { openStatements } from '../../stage/start-bench-postgres.ts'
import type { PagesStore } from './pages-store.ts'
import { withoutIndexes } from './without-indexes.ts'

/**
 * Fills three channels and three rules, and for every second signal one alert of the last month: sent, with its message
 * and attempt, or suppressed; one in 10,000 failed.
 */
export async function fillAlerts(
  { databaseUrl, workspaces, nowMs }: PagesStore,
  { signals }: { signals: number },
): Promise<void> {
  const { query, close } = await openStatements(databaseUrl)
  const now = new Date(nowMs)
  try {
    for (const { orgId } of workspaces) {
      await query(
        `insert into channels (channel_id, org_id, kind, name, settings)
         select 'chn_' || n || $1, $1, 'webhook', 'Channel ' || n, '{"url": "http://127.0.0.1:1/"}' from generate_series(0, 2) n`,
        [orgId],
      )
      await query(
        `insert into rules (rule_id, org_id, name, position, enabled, definition)
         select 'rul_' || n || $1, $1, 'Rule ' || n, n, true, jsonb_build_object('channels', jsonb_build_array('chn_' || n || $1))
         from generate_series(0, 2) n`,
        [orgId],
      )
    }
    await withoutIndexes(databaseUrl, 'dispatches', async () => {
      await query(insertDispatches, [signals, now])
    })
    await withoutIndexes(databaseUrl, 'messages', async () => {
      await query(insertMessages)
    })
    await query('select recount_alerts()')
    await query('vacuum analyze alert_counts')
    await query(insertAttempts)
    await query('vacuum analyze attempts')
  } finally {
    await close()
  }
}

const insertDispatches = `
  insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, sent_at, is_instant)
  select org_id, 'rul_' || n % 3 || org_id, 'chn_' || n % 3 || org_id, signal_id, at, status,
         case status when 'suppressed' then 'too_old' when 'failed' then 'http_400' end,
         case status when 'sent' then at end, true
  from (select org_id, signal_id, version as n from signals where version % 2 = 0) chosen
  cross join lateral (
    select case when n % 9998 = 0 then 'failed' when n % 6 = 0 then 'suppressed' else 'sent' end as status,
           $2::timestamptz - ($1::int - n) * (interval '29 days' / $1::int) as at
  ) drawn
  order by n`

const insertMessages = `
  insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, status, attempts, created_at,
    due_at, settled_at)
  select 'msg_' || decision_number, org_id, channel_id, 'instant', rule_id, signal_id, '', status, 1, decided_at, decided_at,
         decided_at
  from dispatches where status in ('sent', 'failed')`

const insertAttempts = `
  insert into attempts (message_id, number, at, outcome, http_status, duration_ms)
  select message_id, 1, created_at, 'ok', 200, 12 from messages`
