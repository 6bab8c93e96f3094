import { type SignalState, signalFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import type { ListenerReference } from '../listeners/schedules.ts'
import type { FindState } from './find-states.ts'

/** Why a signal was kept. */
export type ExplainedFind = {
  listenerId: string
  signalId: string
  state: FindState
  score: number | null
  components: unknown
  /** As the judge made them. */
  features: unknown
}

/** Finds what made a signal; undefined where no listener here did, or it was erased. */
export async function findFindOfSignal(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<ExplainedFind | undefined> {
  const { rows } = await sql<ExplainedFind>`
    select listener_id as "listenerId", signal_id as "signalId", state, score, components, features
    from finds where org_id = ${orgId} and signal_id = ${signalId} and components is not null
    order by first_seen_at limit 1`.execute(database)
  return rows[0]
}

/** An item that a listener met. */
export type ListedFind = {
  platform: string
  signalId: string
  state: FindState
  reason: string | null
  score: number | null
  firstSeenAt: Date
  /** As the judge made them; null where it did not, or they were forgotten. */
  components: unknown
  features: unknown
  /** Of its signal; null where there is none. */
  title: string | null
}

/** Returns the newest finds of a listener, kept or not. */
export async function listFinds(
  database: Database,
  { orgId, listenerId, limit }: ListenerReference & { limit: number },
): Promise<ListedFind[]> {
  const { rows } = await sql<Omit<ListedFind, 'title'> & { signal: SignalState | null }>`
    select f.platform, f.signal_id as "signalId", f.state, f.reason, f.score, f.first_seen_at as "firstSeenAt",
           f.components, f.features, s.state as signal
    from (
      -- An order that one index has: by time alone, the finds of all listeners would be read.
      select * from finds where org_id = ${orgId} and listener_id between ${listenerId} and ${listenerId}
      order by listener_id desc, first_seen_at desc, dedupe_key limit ${limit}
    ) f
    left join signals s on s.org_id = f.org_id and s.signal_id = f.signal_id
    order by f.first_seen_at desc, f.dedupe_key`.execute(database)
  return rows.map(({ signal, ...find }) => {
    const stored = signal === null ? undefined : signalFrom({ orgId, id: find.signalId, state: signal })
    return { ...find, title: stored?.title ?? null }
  })
}

/** Returns how many finds a listener has in each state; states without finds are missing. */
export async function countFinds(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<Partial<Record<FindState, number>>> {
  const { rows } = await sql<{ state: FindState; count: number }>`
    select state, count(*)::float8 as count from finds
    where org_id = ${orgId} and listener_id = ${listenerId} group by state`.execute(database)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Blanks the finds of a signal; their keys stay, so it is not found again. Call it where the signal is deleted. */
export async function eraseFinds(
  transaction: DatabaseTransaction,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<void> {
  await sql`
    update finds
    set state = 'erased', title_key = null, simhash = null, reason = null, components = null, features = null,
      event = null, claim_token = null, claimed_until = null, reread_at = null, kept_until = null
    where org_id = ${orgId} and signal_id = ${signalId}`.execute(transaction)
}

/**
 * Forgets what is no longer needed, up to `limit` rows: the text of finds that were dropped more than `textMs` ago, and
 * whole finds older than `keyMs` without a signal, but those that were erased. Returns how many rows changed.
 */
export async function forgetFinds(
  database: Database,
  { textMs, keyMs, limit }: { textMs: number; keyMs: number; limit: number },
): Promise<number> {
  const { numAffectedRows: blanked } = await sql`
    update finds set title_key = null, simhash = null, components = null, features = null
    where (org_id, listener_id, dedupe_key) in (
      select org_id, listener_id, dedupe_key from finds
      where first_seen_at < now() - make_interval(secs => ${textMs / 1000})
        and state in ('dropped', 'merged', 'refused')
        and (title_key is not null or components is not null or features is not null)
      limit ${limit} for update skip locked)`.execute(database)
  const { numAffectedRows: deleted } = await sql`
    delete from finds where (org_id, listener_id, dedupe_key) in (
      select org_id, listener_id, dedupe_key from finds f
      where first_seen_at < now() - make_interval(secs => ${keyMs / 1000})
        and state not in ('waiting', 'erased')
        and not exists (select from signals s where s.org_id = f.org_id and s.signal_id = f.signal_id)
      limit ${limit} for update skip locked)`.execute(database)
  return Number((blanked ?? 0n) + (deleted ?? 0n))
}
