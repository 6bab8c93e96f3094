import { type Kysely, sql } from 'kysely'
import { regionTerms } from '../records/region-terms.ts'

/**
 * What is rolled up from signals: accounts, and how many signals a listener has. `account_signals` joins what signals
 * and registers say for the roll-up; whoever changes either writes its row, so that they cannot miss each other.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createAccountSignals(database)
  await createAccounts(database)
  await createListenerCounts(database)
  await sql`
    create index listeners_by_creation on listeners (org_id, created_at desc, listener_id desc)
    where created_at is not null`.execute(database)
  await sql`
    create index deals_by_creation on deals (org_id, created_at desc, deal_id desc)
    where created_at is not null`.execute(database)
  await rollUpWhatIsStored(database)
}

async function createAccountSignals(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_signals (
      org_id text collate "C" not null,
      signal_id text collate "C" not null,
      account_key text collate "C",
      posted_at timestamptz,
      score_version smallint,
      relevance_score smallint,
      name text,
      region text,
      assigned_user_id text collate "C",
      constraint account_signals_pkey primary key (org_id, signal_id)
    )`.execute(database)
  await sql`
    create index account_signals_by_time on account_signals (org_id, account_key, posted_at)
    where account_key is not null`.execute(database)
  await sql`
    create index account_signals_by_score on account_signals (org_id, account_key, score_version, relevance_score)
    where account_key is not null`.execute(database)
  await sql`
    create index account_signals_named on account_signals (org_id, account_key, posted_at, signal_id)
    where name is not null`.execute(database)
  await sql`
    create index account_signals_located on account_signals (org_id, account_key, posted_at, signal_id)
    where region is not null`.execute(database)
  await sql`
    create index account_signals_assigned on account_signals (org_id, account_key, assigned_user_id)
    where account_key is not null and assigned_user_id is not null`.execute(database)
}

/** A row outlives the account's last signal; the two lists beside it are what the filters read. */
async function createAccounts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      org_id text collate "C" not null,
      account_key text collate "C" not null,
      signal_count integer not null,
      name text,
      region text,
      top_score smallint,
      top_score_version smallint,
      first_signal_at timestamptz,
      last_signal_at timestamptz,
      assigned_to text[] collate "C" not null default '{}',
      constraint accounts_pkey primary key (org_id, account_key)
    ) with (fillfactor = 80)`.execute(database)
  // By a column that seldom changes, so that counting a signal leaves the index alone.
  await sql`
    create index accounts_listed on accounts (org_id, account_key) where first_signal_at is not null`.execute(
    database,
  )
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
}

async function rollUpWhatIsStored(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into account_signals
    select org_id, signal_id, account_key, posted_at, score_version, relevance_score,
      case when account_key is not null then coalesce(${storedText('{subjectOrg,name}')}, ${storedText('{subjectName}')}) end,
      case when account_key is not null then ${storedText('{subjectOrg,location}')} end,
      assigned_user_id
    from (
      select org_id, signal_id, s.account_key, r.assigned_user_id, s.state #> '{last,document}' as document,
        case when s.account_key is not null then s.posted_at end as posted_at,
        case when s.account_key is not null then coalesce(s.score_version, 1) end as score_version,
        case when s.account_key is not null then s.relevance_score end as relevance_score
      from signals s full join signal_registers r using (org_id, signal_id)
      where s.account_key is not null or r.assigned_user_id is not null
    ) stored`.execute(database)
  await sql`
    insert into accounts
    select org_id, account_key, count(*),
      (array_agg(name order by posted_at desc, signal_id desc) filter (where name is not null))[1],
      (array_agg(region order by posted_at desc, signal_id desc) filter (where region is not null))[1],
      (array_agg(relevance_score order by score_version desc, relevance_score desc))[1],
      max(score_version), min(posted_at), max(posted_at),
      coalesce(array_agg(distinct assigned_user_id) filter (where assigned_user_id is not null), '{}')
    from account_signals where account_key is not null
    group by org_id, account_key`.execute(database)
  await sql`
    insert into account_users
    select org_id, unnest(assigned_to), account_key from accounts`.execute(database)
  const { rows } = await sql<{ orgId: string; accountKey: string; region: string }>`
    select org_id as "orgId", account_key as "accountKey", region from accounts where region is not null`.execute(
    database,
  )
  const regions = rows.flatMap(({ orgId, accountKey, region }) =>
    regionTerms(region).map((term) => ({ org_id: orgId, term, account_key: accountKey })),
  )
  await sql`
    insert into account_regions
    select * from json_populate_recordset(null::account_regions, ${JSON.stringify(regions)})`.execute(
    database,
  )
  await sql`
    insert into listener_counts
    select org_id, listener_id, 0, count(*) from signals where listener_id is not null
    group by org_id, listener_id`.execute(database)
}

/** A text of the document in scope; null when it is blank, which is what JavaScript trims away. */
function storedText(path: string) {
  const text = sql`document #>> ${sql.lit(path)}`
  return sql`case when btrim(${text}, ${sql.lit(whiteSpace)}) <> '' then ${text} end`
}

const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
