import { runStatement } from '../stage/start-bench-postgres.ts'

const windowDays = 29

/**
 * Writes `count` signals of a workspace as the worker would store them, each with its own key and account, posted
 * within the last month. Ids are `sig_00000001` and so on.
 */
export async function fillSignals(
  databaseUrl: string,
  { orgId, sourceId, count }: { orgId: string; sourceId: string; count: number },
): Promise<void> {
  await runStatement(
    databaseUrl,
    `insert into signals
       (org_id, signal_id, state, listener_id, source, classification, signal_category, urgency, account_key,
        score_version, relevance_score, posted_at, stored_at)
     select $1, id, jsonb_build_object('last', jsonb_build_object('key', key, 'document', document),
                                       'first', jsonb_build_object('key', key, 'members', members)),
            document ->> 'listenerId', 'reddit', 'relevant', 'direct_intent', 'high', document ->> 'accountKey',
            null, score, posted_at, posted_at
     from generate_series(1, $4::int) n
     cross join lateral (
       select 'sig_' || lpad(n::text, 8, '0') as id, (n::bigint * 7919 % 101)::int as score,
              date_trunc('milliseconds', $3::timestamptz - (n::bigint * 104729 % 10000000) / 1e7 * interval '${windowDays} days')
                as posted_at
     ) made
     cross join lateral (
       select to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     ) dated
     cross join lateral (
       select jsonb_build_object('at', at, 'eventId', 'evt_' || id, 'sourceId', $2::text) as key,
              jsonb_build_object(
                'listenerId', 'lsn_' || n % 20, 'source', 'reddit', 'url', 'https://example.com/r/saas/' || id,
                'title', 'Looking for something that replaces our spreadsheet, number ' || n,
                'excerpt', 'We outgrew it months ago and the team spends a day a week on keeping it right.',
                'classification', 'relevant', 'rationale', 'Asks for a tool and names the pain.',
                'matchedKeywords', jsonb_build_array('spreadsheet', 'replace'), 'author', 'user_' || n % 5000,
                'signalCategory', 'direct_intent', 'urgency', 'high', 'accountKey', 'd:company-' || n % 20000 || '.example')
                as document,
              jsonb_build_object('relevanceScore', score, 'firstSeenAt', at) as members
     ) described`,
    [orgId, sourceId, new Date(), count],
  )
  await runStatement(databaseUrl, 'vacuum analyze signals')
}
