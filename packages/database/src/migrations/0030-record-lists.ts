import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

const indexes = [
  // Filters are decided in the index: a list reads no row that it does not show.
  {
    name: 'signals_by_score_and_filters',
    table: 'signals',
    definition: `(org_id, relevance_score desc, posted_at desc, signal_id desc, source, classification, urgency,
      signal_category, (coalesce(score_version, 1::smallint)), listener_id) where relevance_score is not null`,
  },
  {
    name: 'signals_by_account_time',
    table: 'signals',
    definition: '(org_id, account_key, posted_at desc, signal_id desc) where account_key is not null',
  },
  {
    name: 'notes_by_target',
    table: 'notes',
    definition: '(org_id, target_type, target_id, created_at desc, note_id desc)',
  },
  {
    name: 'collections_by_creation',
    table: 'collections',
    definition: '(org_id, created_at desc, collection_id desc)',
  },
  {
    name: 'collection_signals_by_time',
    table: 'collection_signals',
    definition: '(org_id, collection_id, saved_at desc, signal_id desc)',
  },
  {
    name: 'collection_signals_by_signal',
    table: 'collection_signals',
    definition: '(org_id, signal_id)',
  },
  {
    name: 'deals_by_stage',
    table: 'deals',
    definition: '(org_id, stage, created_at desc, deal_id desc) where created_at is not null',
  },
  {
    name: 'deals_by_signal',
    table: 'deals',
    definition: `(org_id, (state #>> '{last,document,signalId}')) where created_at is not null`,
  },
  {
    name: 'deals_by_account',
    table: 'deals',
    definition: `(org_id, (state #>> '{last,document,accountKey}')) where created_at is not null`,
  },
]

/** What the lists of signals, deals, notes and collections read. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const index of indexes) await buildIndex(database, index)
  // Its columns are the first of `signals_by_score_and_filters`.
  await sql`drop index concurrently if exists signals_by_score`.execute(database)
}
