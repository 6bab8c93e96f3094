import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/**
 * The words of a signal, and its workspace as one more word, so that one index finds both. A long text is cut: a row must
 * never be refused for its words.
 */
const signalWords = sql`
  create or replace function signal_words(org_id text, state jsonb) returns tsvector
  language sql immutable parallel safe as $$
    select array_to_tsvector(array['workspace:' || org_id]) || to_tsvector(
      'simple'::regconfig,
      left(coalesce(state #>> '{last,document,title}', ''), 1000) || ' '
        || left(coalesce(state #>> '{last,document,excerpt}', ''), 10000) || ' '
        || left(coalesce(state #>> '{last,document,subjectName}', ''), 300) || ' '
        || left(coalesce(state #>> '{last,document,subjectOrg,name}', ''), 300)
    )
  $$`

const indexes = [
  {
    name: 'signals_by_words',
    table: 'signals',
    definition: 'using gin (signal_words(org_id, state)) where relevance_score is not null',
  },
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
  await signalWords.execute(database)
  for (const index of indexes) await buildIndex(database, index)
}
