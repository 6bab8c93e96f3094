import { type Kysely, sql } from 'kysely'
import { regionTerms } from '../records/accounts/region-terms.ts'

/** What is rolled up from signals as they change: accounts, and how many signals each listener has. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await describeSignals(database)
  await createAccounts(database)
  await createListenerCounts(database)
  await sql`
    create index listeners_by_creation on listeners (org_id, created_at desc, listener_id desc)
    where created_at is not null`.execute(database)
  await sql`
    create index deals_by_creation on deals (org_id, created_at desc, deal_id desc)
    where created_at is not null`.execute(database)
}

/** The indexes lead to the signals of which one follows an account's members, also when the others leave it. */
async function describeSignals(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signals add names_account boolean,
                        add locates_account boolean`.execute(database)
  // Most changes of a signal move none of these columns, and find their place on the same page.
  await sql`alter table signals set (fillfactor = 85)`.execute(database)
  await sql`
    update signals
    set names_account = coalesce(${storedText('{subjectOrg,name}')}, ${storedText('{subjectName}')}) is not null,
        locates_account = ${storedText('{subjectOrg,location}')} is not null
    where account_key is not null`.execute(database)
  await sql`
    create index signals_by_account
    on signals (org_id, account_key, names_account, locates_account, posted_at, signal_id)
    where account_key is not null`.execute(database)
  await sql`
    create index signals_by_account_score
    on signals (org_id, account_key, coalesce(score_version, 1::smallint), relevance_score)
    where account_key is not null`.execute(database)
}

/** An account's row outlives its last signal. The tables beside it are what the filters of the list read. */
async function createAccounts(database: Kysely<unknown>): Promise<void> {
  // `is_listed` seldom changes, so that counting another signal leaves the index alone.
  await sql`
    create table accounts (
      org_id text collate "C" not null,
      account_key text collate "C" not null,
      state jsonb not null,
      is_listed boolean,
      constraint accounts_pkey primary key (org_id, account_key)
    ) with (fillfactor = 80)`.execute(database)
  await sql`create index accounts_listed on accounts (org_id, account_key) where is_listed`.execute(database)
  await sql`
    create table account_users (
      org_id text collate "C" not null,
      user_id text collate "C" not null,
      account_key text collate "C" not null,
      constraint account_users_pkey primary key (org_id, user_id, account_key)
    )`.execute(database)
  await sql`
    create table account_regions (
      org_id text collate "C" not null,
      term text collate "C" not null,
      account_key text collate "C" not null,
      constraint account_regions_pkey primary key (org_id, term, account_key)
    )`.execute(database)
  await sql`
    with facts as (
      select org_id, signal_id, account_key, relevance_score as score, coalesce(score_version, 1) as version,
        coalesce(signals.state #>> '{last,document,publishedAt}', signals.state #>> '{first,members,firstSeenAt}') as at,
        coalesce(${storedText('{subjectOrg,name}')}, ${storedText('{subjectName}')}) as name,
        ${storedText('{subjectOrg,location}')} as region, assigned_user_id
      from signals left join signal_registers using (org_id, signal_id)
      where account_key is not null
    ),
    users as (
      select org_id, account_key,
        jsonb_agg(jsonb_build_object('userId', user_id, 'signals', signals) order by user_id) as list
      from (
        select org_id, account_key, assigned_user_id as user_id, count(*) as signals from facts
        where assigned_user_id is not null group by 1, 2, 3
      ) assigned
      group by 1, 2
    )
    insert into accounts
    select org_id, account_key, jsonb_build_object(
      'signalCount', count(*),
      'users', coalesce((select list from users u where (u.org_id, u.account_key) = (f.org_id, f.account_key)), '[]'),
      'summary', jsonb_build_object(
        'named', (array_agg(jsonb_build_object('at', at, 'signalId', signal_id, 'text', name) ${latestFirst})
                  filter (where name is not null))[1],
        'located', (array_agg(jsonb_build_object('at', at, 'signalId', signal_id, 'text', region) ${latestFirst})
                    filter (where region is not null))[1],
        'top', (array_agg(jsonb_build_object('version', version, 'score', score) order by version desc, score desc))[1],
        'firstAt', min(at collate "C"), 'lastAt', max(at collate "C"))), true
    from facts f group by org_id, account_key`.execute(database)
  await sql`
    insert into account_users
    select org_id, assigned ->> 'userId', account_key
    from accounts, jsonb_array_elements(state -> 'users') assigned`.execute(database)
  const { rows } = await sql<{ org_id: string; account_key: string; region: string }>`
    select org_id, account_key, state #>> '{summary,located,text}' as region from accounts
    where state #> '{summary,located,text}' is not null`.execute(database)
  const terms = rows.flatMap(({ region, ...account }) =>
    regionTerms(region).map((term) => ({ ...account, term })),
  )
  await sql`
    insert into account_regions
    select * from json_populate_recordset(null::account_regions, ${JSON.stringify(terms)})`.execute(database)
}

/** A count is the sum of its shards: workers that store signals of one listener do not wait for each other. */
async function createListenerCounts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table listener_counts (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      shard smallint not null,
      signal_count integer not null,
      constraint listener_counts_pkey primary key (org_id, listener_id, shard)
    ) with (fillfactor = 50)`.execute(database)
  await sql`
    insert into listener_counts
    select org_id, listener_id, 0, count(*) from signals where listener_id is not null
    group by org_id, listener_id`.execute(database)
}

const latestFirst = sql`order by at collate "C" desc, signal_id desc`

/** A text of a signal's document; null when it is blank, which is what JavaScript trims away. */
function storedText(path: string) {
  const text = sql`(signals.state -> 'last' -> 'document') #>> ${sql.lit(path)}`
  return sql`case when btrim(${text}, ${sql.lit(whiteSpace)}) <> '' then ${text} end`
}

const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
