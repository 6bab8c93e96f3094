import { type RawBuilder, sql } from 'kysely'
import { type Database, runPrepared } from '../database.ts'

/** One short text for each topic of a workspace. It differs after anything of the topic changed. */
export type Pulse = Record<Topic, string>

export type Topic = keyof typeof marks

/** How many of the newest deliveries and alerts are watched for a change of status. */
const watched = 500

const marks = {
  deliveries: (orgId: string) => sql`
    select max(delivery_id) || ' ' || string_agg(distinct status || ' ' || n, ' ') from (
      select delivery_id, status, count(*) over (partition by status) as n from (
        select delivery_id, status from deliveries where org_id = ${orgId} order by delivery_id desc limit ${watched}
      ) newest
    ) counted`,
  alerts: (orgId: string) => sql`
    select max(decision_number) || ' ' || string_agg(distinct status || ' ' || n, ' ') from (
      select decision_number, status, count(*) over (partition by status) as n from (
        select decision_number, status from dispatches where org_id = ${orgId}
        order by decision_number desc limit ${watched}
      ) newest
    ) counted`,
  // What was held back arrives after messages with greater ids.
  inbox: (orgId: string) => sql`
    select concat_ws(' ',
      (select max(created_at) from inbox_messages where org_id = ${orgId}),
      (select max(message_id) from inbox_messages where org_id = ${orgId}))`,
  signals: (orgId: string) => sql`
    select (select max(position) from changes where org_id = ${orgId} and table_name = 'signals')
      || ' ' || (select count(*) from (
        select from change_inbox where org_id = ${orgId} and table_name = 'signals' limit ${watched}) waiting)`,
  rejections: (orgId: string) => sql`
    select string_agg(latest, ' ') from (
      select (select max(rejection_id) from source_rejections r where r.source_id = s.source_id)::text as latest
      from sources s where org_id = ${orgId} order by source_id
    ) each_source`,
  sources: (orgId: string) => sql`
    select string_agg(s.source_id || s.enabled || coalesce(last_delivery_at::text, ''), ' ' order by s.source_id)
    from sources s left join source_activity using (source_id) where org_id = ${orgId}`,
  channels: (orgId: string) => sql`
    select string_agg(concat_ws(' ', channel_id, state, state_since, first_sent_at), ' ' order by channel_id)
    from channels left join channel_health using (channel_id) where org_id = ${orgId}`,
  warehouses: (orgId: string) => sql`
    select string_agg(
      concat_ws(' ', warehouse_id, is_paused, lease_token, last_sync_at, last_error, verified_at,
        (select sum(position + rows_filled) from warehouse_cursors c where c.warehouse_id = w.warehouse_id),
        (select sum(rows_behind) from warehouse_lags l where l.warehouse_id = w.warehouse_id),
        (select max(run_id) from warehouse_runs r where r.warehouse_id = w.warehouse_id)),
      ' ' order by warehouse_id)
    from warehouses w where org_id = ${orgId}`,
  jobs: (orgId: string) => sql`
    select string_agg(job_id || state || done, ' ' order by job_id) from (
      select job_id, state, done from jobs where org_id = ${orgId} order by job_id desc limit 20
    ) newest`,
  audit: (orgId: string) => sql`select max(audit_id) from audit_log where org_id = ${orgId}`,
} satisfies Record<string, (orgId: string) => RawBuilder<unknown>>

export const topics = Object.keys(marks) as Topic[] // the cast: the keys of a constant table

/** Reads a bounded number of rows of each topic, so that it may be asked every second. */
export async function readPulse(database: Database, { orgId }: { orgId: string }): Promise<Pulse> {
  const columns = topics.map(
    (topic) => sql`md5(coalesce((${marks[topic](orgId)})::text, '')) as ${sql.ref(topic)}`,
  )
  const statement = sql<Pulse>`select ${sql.join(columns)}`
  const [pulse] = await runPrepared(database, { name: 'read-pulse', statement })
  if (pulse === undefined) throw new Error('The database answered without a row.')
  return pulse
}
