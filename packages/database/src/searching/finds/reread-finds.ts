import type { SignalState } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { FindState } from './find-states.ts'
import type { FindRetention } from './keep-finds.ts'

/** A find that its platform demands to be read again. */
export type RereadFind = {
  listenerId: string
  dedupeKey: string
  signalId: string
  state: FindState
  components: unknown
  /** How long what is stored of it may still be kept; null once it is erased, negative past its time. */
  leftMs: number | null
  /** What is stored of its signal; null where nothing is, not even its deletion. */
  signal: SignalState | null
}

/** Finds of one workspace on one platform that one process reads again, those that are due the longest. */
export type RereadClaim = { orgId: string; platform: string; token: string; finds: RereadFind[] }

export type RereadOutcome = Pick<RereadFind, 'listenerId' | 'dedupeKey'> &
  (
    | ({ outcome: 'unchanged' } & FindRetention)
    /** `event` updates the signal. */
    | ({
        outcome: 'changed'
        eventId: string
        event: string
        components: unknown
        titleKey: string | null
        simhash: string | null
      } & FindRetention)
    /** `event` deletes the signal. Due again after `rereadInMs`, to erase it from the ledger. */
    | { outcome: 'gone'; eventId: string; event: string; reason: string; rereadInMs: number }
    /** Nothing is sent, and nothing of its text stays. */
    | { outcome: 'blanked'; state: FindState }
    | { outcome: 'postponed'; rereadInMs: number }
  )

/**
 * Claims finds of the workspace and platform whose find is due the longest; undefined when none is. One whose event still
 * waits is left alone until it may no longer be kept. A claim that is not settled ends after `claimMs`.
 */
export async function claimRereads(
  database: Database,
  { limit, claimMs }: { limit: number; claimMs: number },
): Promise<RereadClaim | undefined> {
  const isDue = sql`
    reread_at <= now() and (event is null or kept_until <= now())
    and (claimed_until is null or claimed_until <= now())`
  const { rows } = await sql<RereadFind & { orgId: string; platform: string; token: string }>`
    with first as (
      select org_id, platform from finds where ${isDue} order by reread_at limit 1 for update skip locked
    ), claimable as (
      select org_id, listener_id, dedupe_key from finds join first using (org_id, platform)
      where ${isDue} order by reread_at, listener_id, dedupe_key limit ${limit} for update of finds skip locked
    ), token as materialized (select gen_random_uuid() as token)
    update finds f
    set claim_token = token.token, claimed_until = now() + make_interval(secs => ${claimMs / 1000})
    from claimable c, token
    where f.org_id = c.org_id and f.listener_id = c.listener_id and f.dedupe_key = c.dedupe_key
    returning f.org_id as "orgId", f.platform, f.claim_token as token, f.listener_id as "listenerId",
      f.dedupe_key as "dedupeKey", f.signal_id as "signalId", f.state, f.components,
      extract(epoch from f.kept_until - now())::float8 * 1000 as "leftMs",
      (select s.state from signals s where s.org_id = f.org_id and s.signal_id = f.signal_id) as signal`.execute(
    database,
  )
  const [first] = rows
  if (first === undefined) return undefined
  const { orgId, platform, token } = first
  return {
    ...{ orgId, platform, token },
    finds: rows.map(({ orgId: _orgId, platform: _platform, token: _token, ...find }) => find),
  }
}

/** Records the outcomes of claimed finds. One that was erased, or that another process claims, stays as it is. */
export async function settleRereads(
  database: Database,
  { orgId, token, outcomes }: { orgId: string; token: string; outcomes: readonly RereadOutcome[] },
): Promise<void> {
  const isErased = sql`o.outcome in ('gone', 'blanked')`
  await sql`
    update finds f
    set state = case o.outcome when 'gone' then 'erased' when 'blanked' then o.state else f.state end,
      reason = case when ${isErased} then o.reason else f.reason end,
      title_key = case when ${isErased} then null when o.outcome = 'changed' then o."titleKey" else f.title_key end,
      simhash = case when ${isErased} then null when o.outcome = 'changed' then o.simhash else f.simhash end,
      components = case when ${isErased} then null when o.outcome = 'changed' then o.components else f.components end,
      features = case when not ${isErased} then f.features end,
      event_id = coalesce(o."eventId", f.event_id),
      event = case o.outcome when 'postponed' then f.event else o.event end,
      reread_at = now() + make_interval(secs => o."rereadInMs" / 1000),
      kept_until = case o.outcome when 'postponed' then f.kept_until
        else now() + make_interval(secs => o."keepMs" / 1000) end,
      claim_token = null, claimed_until = null
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o("listenerId" text, "dedupeKey" text, outcome text, state text, reason text, "eventId" text, event text,
        components jsonb, "titleKey" text, simhash text, "rereadInMs" float8, "keepMs" float8)
    where f.org_id = ${orgId} and f.listener_id = o."listenerId" and f.dedupe_key = o."dedupeKey"
      and f.claim_token = ${token}::uuid`.execute(database)
}
