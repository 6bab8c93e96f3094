import type { verdicts } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import type { ListenerReference } from './schedules.ts'

/** What a listener learned from verdicts. */
export type StoredWeights = {
  /** Null while nothing was learned. */
  weights: unknown
  verdicts: number
  refittedAt: Date | null
  isFrozen: boolean
  /** Verdicts given until then count no longer. */
  forgottenAt: Date | null
}

export async function findWeights(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<StoredWeights | undefined> {
  const { rows } = await sql<StoredWeights>`
    select weights, verdicts, refitted_at as "refittedAt", is_frozen as "isFrozen",
      forgotten_at as "forgottenAt"
    from listener_weights where org_id = ${orgId} and listener_id = ${listenerId}`.execute(database)
  return rows[0]
}

/** A find that a person gave a verdict. */
export type JudgedFind = {
  signalId: string
  /** As the judge made them. */
  features: unknown
  verdict: (typeof verdicts)[number]
  at: Date
}

/** Verdicts on older finds are of another time. A listener shows twenty a day or so. */
const mostShown = 5_000

/** Returns the newest finds of a listener that have a verdict that counts, those judged last first, at most `limit`. */
export async function findJudgedFinds(
  database: Database,
  judged: ListenerReference & { limit: number },
): Promise<JudgedFind[]> {
  const { rows } = await judgedFinds(judged).execute(database)
  return rows
}

/** Names an order that one index has, so that it reads a bounded number of finds. Exported for its test. */
export function judgedFinds({
  orgId,
  listenerId,
  limit,
}: ListenerReference & { limit: number }): RawBuilder<JudgedFind> {
  return sql<JudgedFind>`
    select shown.signal_id as "signalId", shown.features, r.verdict, given.at
    from (
      select dedupe_key, signal_id, features from finds
      where org_id = ${orgId} and listener_id between ${listenerId} and ${listenerId}
        and state in ('waiting', 'delivered')
      order by listener_id desc, first_seen_at desc limit ${mostShown}
    ) shown
    join signal_registers r on r.org_id = ${orgId} and r.signal_id = shown.signal_id
    cross join lateral (select (r.state -> 'feedback' -> 'value' ->> 'at')::timestamptz as at) given
    left join listener_weights w on w.org_id = ${orgId} and w.listener_id = ${listenerId}
    where shown.features is not null and r.verdict is not null
      and (w.forgotten_at is null or given.at > w.forgotten_at)
    order by given.at desc, shown.dedupe_key limit ${limit}`
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

/** Forgets what was learned. Verdicts stay, and those given until now teach it nothing from here on. */
export async function resetWeights(
  transaction: DatabaseTransaction,
  { orgId, listenerId }: ListenerReference,
): Promise<void> {
  await sql`
    insert into listener_weights (org_id, listener_id, forgotten_at) values (${orgId}, ${listenerId}, now())
    on conflict (org_id, listener_id) do update
    set weights = null, verdicts = 0, refitted_at = null, forgotten_at = excluded.forgotten_at`.execute(
    transaction,
  )
}
