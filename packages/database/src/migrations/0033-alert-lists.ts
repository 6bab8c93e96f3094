import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/**
 * Lists of alerts read one range of an index for each status and channel, so a rare one costs what a frequent one
 * costs. Lists of attempts begin with the messages of a channel that were tried, previews of rules with the signals
 * that were stored last.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const dispatches = (name: string, columns: string, condition = '') =>
    buildIndex(database, {
      ...{ name: `dispatches_by_${name}`, table: 'dispatches' },
      definition: `(org_id, ${columns}, decided_at, decision_number)${condition}`,
    })
  await dispatches('status', 'status')
  await dispatches('channel', 'channel_id, status')
  await dispatches('rule', 'rule_id, channel_id, status')
  await dispatches('reason', 'channel_id, reason', ' where reason is not null')
  await buildIndex(database, {
    ...{ name: 'messages_tried', table: 'messages' },
    definition: '(channel_id, settled_at, due_at) where attempts > 0',
  })
  await buildIndex(database, {
    ...{ name: 'signals_by_storing', table: 'signals' },
    definition: '(org_id, stored_at, signal_id) where relevance_score is not null',
  })
  await buildIndex(database, {
    ...{ name: 'silences_by_workspace', table: 'silences' },
    definition: '(org_id, silence_id)',
  })
}
