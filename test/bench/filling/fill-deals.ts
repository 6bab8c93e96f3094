import { runStatement } from '../stage/start-bench-postgres.ts'

/** Writes `count` deals of a workspace as the worker would store them, created one after another. */
export async function fillDeals(
  databaseUrl: string,
  { orgId, sourceId, count }: { orgId: string; sourceId: string; count: number },
): Promise<void> {
  await runStatement(
    databaseUrl,
    `insert into deals (org_id, deal_id, state, stage, created_at)
     select $1, id,
            jsonb_build_object(
              'last', jsonb_build_object('key', key, 'document', jsonb_build_object(
                'name', 'Company ' || n || ', ' || n % 50 + 1 || ' seats', 'stage', stage,
                'value', jsonb_build_object('amount', n % 5000 * 100, 'currency', 'EUR'),
                'accountKey', 'd:company-' || n % 20000 || '.example', 'signalId', 'sig_' || lpad(n::text, 8, '0'),
                'ownerId', 'usr_' || n % 40, 'externalId', null, 'updatedAt', at)),
              'first', jsonb_build_object('key', key, 'members', jsonb_build_object('createdAt', at))),
            stage, created_at
     from generate_series(1, $4::int) n
     cross join lateral (
       select 'deal_' || lpad(n::text, 8, '0') as id,
              (array['new', 'qualified', 'proposal', 'won', 'lost'])[n % 5 + 1] as stage,
              date_trunc('milliseconds', $3::timestamptz - n * interval '10 seconds') as created_at
     ) made
     cross join lateral (
       select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     ) written
     cross join lateral (
       select jsonb_build_object('at', at, 'eventId', 'evt_' || id, 'sourceId', $2::text) as key
     ) keyed`,
    [orgId, sourceId, new Date(), count],
  )
  await runStatement(databaseUrl, 'vacuum analyze deals')
}
