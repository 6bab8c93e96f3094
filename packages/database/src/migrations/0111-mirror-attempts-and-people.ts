import { type Kysely, type RawBuilder, sql } from 'kysely'

const at = `to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Tries to send alerts. What a receiver answered stays behind: it may quote a signal. */
const attempts = (of: string) => sql`
  select 'attempts', m.org_id, a.message_id || ':' || a.number, jsonb_build_object(
    'messageId', a.message_id, 'number', a.number, 'kind', m.kind, 'dispatchId', d.decision_number,
    'digestId', m.digest_id, 'channelId', m.channel_id, 'signalId', m.signal_id, 'at', ${sql.raw(at)},
    'outcome', a.outcome, 'httpStatus', a.http_status, 'durationMs', a.duration_ms)
  from ${sql.raw(of)} a
  join messages m using (message_id)
  left join dispatches d on m.kind = 'instant' and d.org_id = m.org_id and d.rule_id = m.rule_id
    and d.channel_id = m.channel_id and d.signal_id = m.signal_id
  where m.kind in ('instant', 'digest', 'follow_up')
  order by 2, 3`

/** Locks the names: another transaction that changes one meanwhile would not see a membership that is not committed. */
const people = (of: string) => sql`
  select 'people', m.org_id, m.person_id, jsonb_build_object('name', p.name, 'role', m.role)
  from ${sql.raw(of)} m join people p on p.person_id = m.person_id
  order by 2, 3 for share of p`

const renamed = `(
  select memberships.* from memberships join changed using (person_id) join before using (person_id)
  where changed.name is distinct from before.name
)`

/**
 * Attempts are dropped after a month, and people leave. As lists do, both leave a record that stays; those that there are
 * leave theirs too: the triggers keep writers out until this commits.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createTriggers(database, {
    table: 'attempts',
    does: 'mirror',
    after: sent,
    body: write(attempts('changed')),
  })
  await createTriggers(database, {
    table: 'memberships',
    does: 'mirror',
    after: sent,
    body: write(people('changed')),
  })
  await createTriggers(database, {
    ...{ table: 'memberships', does: 'forget', after: { delete: 'old table as gone' } },
    body: sql`
      update mirrored_records set state = null
      where table_name = 'people' and (org_id, record_id) in (select org_id, person_id from gone)`,
  })
  await createTriggers(database, {
    ...{ table: 'people', does: 'mirror', after: { update: 'old table as before new table as changed' } },
    body: write(people(renamed)),
  })
  await write(attempts('attempts')).execute(database)
  await write(people('memberships')).execute(database)
}

const sent = { insert: 'new table as changed', update: 'new table as changed' }

function write(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into mirrored_records as known (table_name, org_id, record_id, state) ${rows}
    on conflict (table_name, org_id, record_id) do update set state = excluded.state
    where known.state is distinct from excluded.state`
}

type Triggers = {
  table: string
  does: 'mirror' | 'forget'
  /** The events, each with its transition tables. */
  after: Record<string, string>
  body: RawBuilder<unknown>
}

async function createTriggers(
  database: Kysely<unknown>,
  { table, does, after, body }: Triggers,
): Promise<void> {
  const work = sql.ref(`${table}_${does}`)
  await sql`
    create function ${work}() returns trigger language plpgsql as $$
    begin
      ${body};
      return null;
    end $$`.execute(database)
  for (const [event, rows] of Object.entries(after)) {
    await sql`
      create trigger ${sql.ref(`${table}_${does}_${event}`)} after ${sql.raw(event)} on ${sql.ref(table)}
      referencing ${sql.raw(rows)} for each statement execute function ${work}()`.execute(database)
  }
}
