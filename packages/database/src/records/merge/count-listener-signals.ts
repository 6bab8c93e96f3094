import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { MergedRecord } from './merged-record.ts'
import { recordKey } from './record-key.ts'

type Delta = { orgId: string; id: string; signals: number }

const shards = 16

/**
 * Counts the signals that name a listener, whether or not the listener exists. Each backend counts in a shard of its
 * own if possible, so workers' transactions do not wait for each other.
 */
export async function countListenerSignals(
  transaction: DatabaseTransaction,
  signals: MergedRecord<'signal'>[],
): Promise<void> {
  const deltas = deltasOf(signals)
  if (deltas.length === 0) return
  await sql`
    insert into listener_counts as c (org_id, listener_id, shard, signal_count)
    select org_id, listener_id, pg_backend_pid() % ${sql.lit(shards)}, signals
    from unnest(${deltas.map((one) => one.orgId)}::text[], ${deltas.map((one) => one.id)}::text[],
                ${deltas.map((one) => one.signals)}::integer[]) as d (org_id, listener_id, signals)
    order by org_id collate "C", listener_id collate "C"
    on conflict on constraint listener_counts_pkey
    do update set signal_count = c.signal_count + excluded.signal_count`.execute(transaction)
}

function deltasOf(signals: MergedRecord<'signal'>[]): Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (orgId: string, id: string | undefined, signals: number): void => {
    if (id === undefined) return
    const key = recordKey({ orgId, id })
    deltas.set(key, { orgId, id, signals: (deltas.get(key)?.signals ?? 0) + signals })
  }
  for (const { orgId, before, after } of signals) {
    add(orgId, before?.last.document?.listenerId, -1)
    add(orgId, after.last.document?.listenerId, 1)
  }
  return [...deltas.values()].filter((delta) => delta.signals !== 0)
}
