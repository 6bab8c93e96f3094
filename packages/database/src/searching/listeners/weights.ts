import type { verdicts } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import type { ListenerReference } from './schedules.ts'

/** What a listener learned from verdicts. */
export type StoredWeights = {
  /** Null while nothing was learned. */
  weights: unknown
  verdicts: number
  refittedAt: Date | null
  isFrozen: boolean
}

export async function findWeights(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<StoredWeights | undefined> {
  const { rows } = await sql<StoredWeights>`
    select weights, verdicts, refitted_at as "refittedAt", is_frozen as "isFrozen"
    from listener_weights where org_id = ${orgId} and listener_id = ${listenerId}`.execute(database)
  return rows[0]
}

/** A find that a person gave a verdict. */
export type JudgedFind = {
  /** As the judge made them. */
  features: unknown
  verdict: (typeof verdicts)[number]
  at: Date
}

/** Returns the finds of a listener that have a verdict, those judged last first, at most `limit`. */
export async function findJudgedFinds(
  database: Database,
  { orgId, listenerId, limit }: ListenerReference & { limit: number },
): Promise<JudgedFind[]> {
  const { rows } = await sql<JudgedFind>`
    select f.features, r.verdict, (r.state -> 'feedback' -> 'value' ->> 'at')::timestamptz as at
    from finds f join signal_registers r on r.org_id = f.org_id and r.signal_id = f.signal_id
    where f.org_id = ${orgId} and f.listener_id = ${listenerId} and f.features is not null
      and r.verdict is not null
    order by at desc, f.dedupe_key limit ${limit}`.execute(database)
  return rows
}

/** Saves what a refit learned, unless the weights are frozen. */
export async function saveWeights(
  database: Database,
  { orgId, listenerId, weights, verdicts }: ListenerReference & { weights: unknown; verdicts: number },
): Promise<void> {
  await sql`
    insert into listener_weights as w (org_id, listener_id, weights, verdicts, refitted_at)
    select org_id, listener_id, ${JSON.stringify(weights ?? null)}::jsonb, ${verdicts}::integer, now()
    from listener_schedules where org_id = ${orgId} and listener_id = ${listenerId}
    on conflict (org_id, listener_id) do update
    set weights = excluded.weights, verdicts = excluded.verdicts, refitted_at = excluded.refitted_at
    where not w.is_frozen`.execute(database)
}

/** Freezes the weights, or lets refits change them again. */
export async function setWeightsFrozen(
  transaction: DatabaseTransaction,
  { orgId, listenerId, isFrozen }: ListenerReference & { isFrozen: boolean },
): Promise<void> {
  await sql`
    insert into listener_weights (org_id, listener_id, is_frozen) values (${orgId}, ${listenerId}, ${isFrozen})
    on conflict (org_id, listener_id) do update set is_frozen = excluded.is_frozen`.execute(transaction)
}

/** Forgets what was learned. Verdicts stay, so a later refit learns again unless the weights are frozen. */
export async function resetWeights(
  transaction: DatabaseTransaction,
  { orgId, listenerId }: ListenerReference,
): Promise<void> {
  await sql`
    update listener_weights set weights = null, verdicts = 0, refitted_at = null
    where org_id = ${orgId} and listener_id = ${listenerId}`.execute(transaction)
}
