import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ListenerReference } from '../listeners/schedules.ts'
import type { FindState } from './find-states.ts'

/** An item that a listener met, kept or not. */
export type Find = {
  dedupeKey: string
  platform: string
  signalId: string
  titleKey: string | null
  /** 16 hexadecimal digits. */
  simhash: string | null
  firstSeenAt: Date
  state: Extract<FindState, 'dropped' | 'merged' | 'held_out' | 'waiting'>
  reason: string | null
  score: number | null
  /** The components of its score, each with reasons. */
  components: unknown
  /** What a refit learns from. */
  features: unknown
  /** The event to deliver, with its id; set exactly when it waits. */
  delivery: { eventId: string; body: string } | null
  /** Null where the platform demands nothing of what is stored. */
  retention: FindRetention | null
}

/** After how long a find has to be read again, and for how long its text may be kept without that. */
export type FindRetention = { rereadInMs: number; keepMs: number }

/** An earlier find with the same title. */
export type TitledFind = { dedupeKey: string; titleKey: string; simhash: string | null }

/** Returns which of the keys a listener has met. */
export async function findKnownKeys(
  database: Database,
  { orgId, listenerId, keys }: ListenerReference & { keys: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ dedupeKey: string }>`
    select dedupe_key as "dedupeKey" from finds
    where org_id = ${orgId} and listener_id = ${listenerId}
      and dedupe_key = any(${sql.val(keys)}::text[])`.execute(database)
  return new Set(rows.map(({ dedupeKey }) => dedupeKey))
}

/** Returns a listener's finds with one of the titles. */
export async function findTitled(
  database: Database,
  { orgId, listenerId, titleKeys }: ListenerReference & { titleKeys: readonly string[] },
): Promise<TitledFind[]> {
  const { rows } = await sql<TitledFind>`
    select dedupe_key as "dedupeKey", title_key as "titleKey", simhash from finds
    where org_id = ${orgId} and listener_id = ${listenerId}
      and title_key = any(${sql.val(titleKeys)}::text[])`.execute(database)
  return rows
}

/**
 * Keeps a page of finds, moves the search's cursor and remembers the judge's history, all or nothing. Returns the keys
 * that are new; undefined, with nothing kept, if another process has the lease.
 */
export async function keepFinds(
  database: Database,
  {
    orgId,
    listenerId,
    token,
    searchId,
    finds,
    cursor,
    history,
    survived = null,
    skipped = [],
  }: ListenerReference & {
    token: string
    searchId: string
    finds: readonly Find[]
    cursor: unknown
    history: unknown
    /** The page that is over: deaths in it no longer count. */
    survived?: string | null
    /** Which of the finds were not judged. */
    skipped?: readonly { key: string; reason: string }[]
  },
): Promise<string[] | undefined> {
  return database.transaction().execute(async (transaction) => {
    const { rows: held } = await sql<{ sourceId: string }>`
      update listener_schedules
      set history = ${JSON.stringify(history)}, page = null, page_since = null,
        deadly_page = nullif(deadly_page, ${survived}::text),
        deaths = case when deadly_page = ${survived}::text then 0 else deaths end
      where org_id = ${orgId} and listener_id = ${listenerId} and lease_token = ${token}::uuid
      returning source_id as "sourceId"`.execute(transaction)
    const [schedule] = held
    if (schedule === undefined) return undefined
    const items = finds.map(({ delivery, components, features, retention, ...find }) => ({
      ...find,
      components: components ?? null,
      features: features ?? null,
      eventId: delivery?.eventId ?? null,
      event: delivery?.body ?? null,
      rereadInMs: retention?.rereadInMs ?? null,
      keepMs: retention?.keepMs ?? null,
    }))
    const { rows: kept } = await sql<{ dedupeKey: string }>`
      insert into finds
        (org_id, listener_id, source_id, dedupe_key, platform, signal_id, title_key, simhash, first_seen_at, state,
         reason, score, components, features, event_id, event, reread_at, kept_until)
      select ${orgId}, ${listenerId}, ${schedule.sourceId}, "dedupeKey", platform, "signalId", "titleKey", simhash,
        "firstSeenAt", state, reason, score, components, features, "eventId", event,
        "firstSeenAt" + make_interval(secs => "rereadInMs" / 1000), "firstSeenAt" + make_interval(secs => "keepMs" / 1000)
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as found(
        "dedupeKey" text, platform text, "signalId" text, "titleKey" text, simhash text, "firstSeenAt" timestamptz,
        state text, reason text, score smallint, components jsonb, features jsonb, "eventId" text, event text,
        "rereadInMs" float8, "keepMs" float8)
      on conflict do nothing returning dedupe_key as "dedupeKey"`.execute(transaction)
    const last = skipped.at(-1)
    const said = last === undefined ? null : `${last.key}: ${last.reason}`
    await sql`
      update searches
      set cursor = ${JSON.stringify(cursor ?? null)}::jsonb, skipped_posts = skipped_posts + ${skipped.length},
        last_skipped = coalesce(${said}::text, last_skipped)
      where org_id = ${orgId} and listener_id = ${listenerId} and search_id = ${searchId}`.execute(
      transaction,
    )
    return kept.map(({ dedupeKey }) => dedupeKey)
  })
}
