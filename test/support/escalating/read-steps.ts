import type { ReceivedWebhook } from '@signalpost/testing'
import type { Client } from 'pg'

/** What the product recorded about one step for one signal. */
export type RecordedStep = {
  /** `<escalation>.<round>.<step> <signal>` */
  key: string
  status: string
  reason: string | null
  messages: number
  ambiguous: number
  /** By the database's clock, when each attempt began. */
  begunAtMs: number[]
}

/** Has the database note by its own clock when each attempt begins. */
export async function noteAttempts(client: Client): Promise<void> {
  await client.query(`
    create table begun_attempts (message_id text not null, begun_at timestamptz not null default clock_timestamp());
    create function note_attempt() returns trigger language plpgsql as $$
    begin
      insert into begun_attempts (message_id) values (new.message_id);
      return null;
    end $$;
    create trigger note_attempt after insert on attempts for each row execute function note_attempt()`)
}

export async function readSteps(client: Client): Promise<Map<string, RecordedStep>> {
  const { rows } = await client.query<RecordedStep>(`
    select d.rule_id || ' ' || d.signal_id as key, d.status, d.reason,
           count(distinct m.message_id)::integer as messages,
           coalesce(sum(a.ambiguous), 0)::integer as ambiguous,
           coalesce(array_agg(b.begun_at) filter (where b.begun_at is not null), '{}') as "begunAtMs"
    from dispatches d
    left join messages m using (org_id, rule_id, channel_id, signal_id)
    left join lateral (
      select count(*) filter (where outcome = 'ambiguous') as ambiguous
      from attempts where message_id = m.message_id
    ) a on true
    left join lateral (
      select array_agg(extract(epoch from begun_at) * 1000)::float8[] as begun_at
      from begun_attempts where message_id = m.message_id
    ) b on true
    where d.escalation_id is not null
    group by d.rule_id, d.signal_id, d.status, d.reason`)
  return new Map(rows.map((row) => [row.key, { ...row, begunAtMs: row.begunAtMs.flat() }]))
}

/** Returns when each signal was first stored, as its escalation counts: by `<escalation> <signal>`. */
export async function readStorings(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ key: string; storedAtMs: number }>(`
    select escalation_id || ' ' || signal_id as key,
           (extract(epoch from stored_at) * 1000)::float8 as "storedAtMs"
    from escalation_runs`)
  return new Map(rows.map(({ key, storedAtMs }) => [key, storedAtMs]))
}

/** Counts how often each step arrived, by the key of the step. */
export function countArrivals(requests: readonly ReceivedWebhook[]): Map<string, number> {
  const arrivals = new Map<string, number>()
  for (const { data } of requests.flatMap(({ body }) => JSON.parse(body.toString()) as StepEvent)) {
    const { ruleId, signal, escalation } = data
    const key = `${ruleId}.${escalation.round}.${escalation.step} ${signal.id}`
    arrivals.set(key, (arrivals.get(key) ?? 0) + 1)
  }
  return arrivals
}

type StepEvent = {
  data: { ruleId: string; signal: { id: string }; escalation: { round: number; step: number } }
}
