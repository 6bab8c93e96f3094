import { openStatements } from '../../stage/start-bench-postgres.ts'
import type { PagesStore } from './pages-store.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Signals of one account. */
const ofAccount = 40

/**
 * Fills signals of a month with texts of their own, the registers of half of them, accounts, deals and the places of all
 * in the order that warehouses follow. One signal in 10,000 has the platform `hackernews`, the classification `noise` or
 * a verdict `bad`.
 */
export async function fillRecords(
  { databaseUrl, workspaces, nowMs }: PagesStore,
  { signals }: { signals: number },
): Promise<void> {
  const { query, close } = await openStatements(databaseUrl)
  const orgIds = workspaces.map(({ orgId }) => orgId)
  try {
    await query(`create temporary table sentences as ${sentences}`)
    await withoutIndexes(databaseUrl, 'signals', async () => {
      await query(insertSignals, [signals, orgIds, new Date(nowMs)])
    })
    await withoutIndexes(databaseUrl, 'signal_registers', async () => {
      await query(insertRegisters, [new Date(nowMs)])
    })
    await withoutIndexes(databaseUrl, 'accounts', async () => {
      await query(insertAccounts)
    })
    await withoutIndexes(databaseUrl, 'deals', async () => {
      await query(insertDeals, [new Date(nowMs)])
    })
    await withoutIndexes(databaseUrl, 'changes', async () => {
      await query(insertChanges)
    })
    await query('select recount_changes()')
  } finally {
    await close()
  }
}

// Words as people use them: the hundredth is a hundred times rarer than the first.
const sentences = `
  select i, string_agg('word' || floor(30000 ^ r)::int, ' ') as text
  from generate_series(0, 9999) i cross join lateral (
    -- Named, so that it is drawn for each sentence.
    select random() as r, i as sentence from generate_series(1, 12)
  ) words
  group by i`

const insertSignals = `
  insert into signals
    (org_id, signal_id, state, listener_id, source, classification, signal_category, urgency, account_key,
     score_version, relevance_score, posted_at, stored_at, names_account, locates_account, version)
  select org_id, id, jsonb_build_object('last', jsonb_build_object('key', key, 'document', document),
                                        'first', jsonb_build_object('key', key, 'members', members)),
         document ->> 'listenerId', document ->> 'source', document ->> 'classification', document ->> 'signalCategory',
         document ->> 'urgency', document ->> 'accountKey', null, score, posted_at, posted_at, false, false, n
  from generate_series(0, $1::int - 1) n
  cross join lateral (
    select 'sig_' || lpad(n::text, 8, '0') as id, (n::bigint * 7919 % 101)::int as score, n::bigint * 104729 % 1000003 as h,
           ($2::text[])[case when n % 100 = 99 then 3 when n % 100 >= 90 then 2 else 1 end] as org_id
  ) made
  cross join lateral (
    select date_trunc('milliseconds', $3::timestamptz - h / 1000003.0 * interval '29 days') as posted_at
  ) timed
  cross join lateral (
    select to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  ) shown
  join sentences title on title.i = (h % 10000)::int
  join sentences one on one.i = (h * 31 % 10000)::int
  join sentences other on other.i = (h * 97 % 10000)::int
  cross join lateral (
    select jsonb_build_object('at', at, 'eventId', 'evt_' || id, 'sourceId', 'src_bench') as key,
           jsonb_build_object(
             'listenerId', 'lsn_' || h % 20, 'url', 'https://example.com/r/saas/' || id,
             'source', case when n % 10007 = 50 then 'hackernews' else (array['reddit', 'x', 'linkedin', 'g2'])[h % 4 + 1] end,
             'title', title.text, 'excerpt', one.text || '. ' || other.text || '.',
             'classification',
               case when n % 10009 = 51 then 'noise' else (array['relevant', 'high_intent', 'evaluating'])[h % 3 + 1] end,
             'rationale', 'Asks for a tool and names the pain.', 'matchedKeywords', jsonb_build_array('spreadsheet', 'replace'),
             'author', 'user_' || h % 5000, 'urgency', (array['low', 'medium', 'high', 'immediate'])[h % 4 + 1],
             'signalCategory', (array['direct_intent', 'growth', 'funding', 'incident'])[h % 7 % 4 + 1],
             'accountKey', 'd:company-' || n / ${ofAccount} || '.example') as document,
           jsonb_build_object('relevanceScore', score, 'firstSeenAt', at) as members
  ) described`

const insertRegisters = `
  insert into signal_registers (org_id, signal_id, state, assigned_user_id, verdict, read_at, alerted_at, version)
  select org_id, signal_id, '{"deletedBy": null}',
         case when h % 10 = 0 then 'usr_' || h % 40 when h % 9973 = 4 then 'usr_rare' end,
         case when h % 9967 = 3 then 'bad' when h % 20 = 1 then 'good' end,
         case when h % 3 <> 0 then $1::timestamptz end, case when h % 2 = 0 then $1::timestamptz end, version + 2000000000
  from (select org_id, signal_id, version, (version::bigint + 13) * 15485863 % 999983 as h from signals) spread
  where h % 20 <> 19`

const insertAccounts = `
  insert into accounts (org_id, account_key, state, is_listed, version)
  select org_id, account_key, jsonb_build_object('signalCount', count(*), 'users', '[]'::jsonb, 'summary', jsonb_build_object(
           'named', null, 'located', null, 'top', jsonb_build_object('version', 1, 'score', max(relevance_score)),
           'firstAt', '2026-01-01T00:00:00.000Z', 'lastAt', '2026-01-01T00:00:00.000Z')), true, 0
  from signals group by org_id, account_key`

const insertDeals = `
  insert into deals (org_id, deal_id, state, stage, created_at)
  select org_id, 'deal_' || signal_id,
         jsonb_build_object(
           'last', jsonb_build_object('key', key, 'document', jsonb_build_object(
             'name', 'Company of ' || signal_id, 'stage', stage, 'value', jsonb_build_object('amount', version % 5000, 'currency', 'EUR'),
             'accountKey', account_key, 'signalId', signal_id, 'ownerId', null, 'externalId', null, 'updatedAt', at)),
           'first', jsonb_build_object('key', key, 'members', jsonb_build_object('createdAt', at))),
         stage, created_at
  from signals
  cross join lateral (
    select (array['new', 'contacted', 'qualified', 'proposal', 'won', 'lost'])[version / 10 % 6 + 1] as stage,
           $1::timestamptz - version * interval '2 seconds' as created_at
  ) made
  cross join lateral (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at) shown
  cross join lateral (select jsonb_build_object('at', at, 'eventId', 'evt_' || signal_id, 'sourceId', 'src_bench') as key) keyed
  where version % 10 = 0`

const insertChanges = `
  insert into changes (table_name, org_id, record_id, position, sequenced_at)
  select table_name, org_id, record_id, nextval('change_positions'), now() from (
    select 'signals' as table_name, org_id, signal_id as record_id from signals
    union all select 'accounts', org_id, account_key from accounts
    union all select 'deals', org_id, deal_id from deals
    order by 1, 2, 3
  ) keys`
