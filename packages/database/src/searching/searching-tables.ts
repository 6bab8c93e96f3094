import type { Generated } from 'kysely'
import type { Json } from '../json-column.ts'
import type { FindState } from './finds/find-states.ts'

/** At most so many requests in a window, in place of the platform's own budget. */
export type BudgetOverride = { most: number; windowMs: number }

/** What a listener searches besides its plan. */
export type ScheduleSettings = {
  boards: { platform: string; board: string }[]
  /** How far back the first run of a search looks. */
  backfillMs: number
}

/** A language model that gives opinions, or one that reranks. */
export type ModelKind = 'opinion' | 'rerank'

export type SearchingTables = {
  connections: {
    connection_id: string
    org_id: string
    platform: string
    /** Replaces scheme, host and port of the platform's addresses. */
    base_url: string | null
    /** A sealed JSON document of all its secrets. */
    ciphertext: Buffer
    budget: Json<BudgetOverride> | null
    created_at: Generated<Date>
  }
  /** The listeners that were made here. */
  listener_schedules: {
    org_id: string
    listener_id: string
    /** The source as which its finds are delivered. */
    source_id: string
    settings: Json<ScheduleSettings>
    /** Decides what is explored, the same after a crash. */
    seed: string
    created_at: Generated<Date>
    due_at: Generated<Date>
    is_paused: Generated<boolean>
    lease_token: string | null
    leased_until: Date | null
    last_run_at: Date | null
    /** How many runs in a row found every search failing. */
    failures: Generated<number>
    failing_since: Date | null
    /** Whether a platform refuses the credentials. */
    is_refused: Generated<boolean>
    last_error: string | null
    /** What the judge knows of the listener's earlier finds. */
    history: Json<unknown> | null
    /** The page of posts that is being read and judged; null between pages. */
    page: string | null
    page_since: Date | null
    /** The page in which processes died, and how many in a row. */
    deadly_page: string | null
    deaths: Generated<number>
  }
  searches: {
    org_id: string
    listener_id: string
    /** Made from the platform, the query and the settings, so an unchanged search keeps its cursor. */
    search_id: string
    platform: string
    query: string
    created_at: Generated<Date>
    cursor: Json<unknown> | null
    searched_at: Date | null
    failures: Generated<number>
    blocked_until: Date | null
    last_error: string | null
    /** How many posts could not be judged, and the key of the last with the reason. */
    skipped_posts: Generated<number>
    last_skipped: string | null
  }
  finds: {
    org_id: string
    listener_id: string
    dedupe_key: string
    platform: string
    source_id: string
    signal_id: string
    title_key: string | null
    /** 16 hexadecimal digits. */
    simhash: string | null
    first_seen_at: Date
    state: FindState
    reason: string | null
    score: number | null
    components: Json<unknown> | null
    /** What a refit learns from. */
    features: Json<unknown> | null
    event_id: string | null
    /** The bytes to deliver; null once they are delivered. Of a find that was delivered: what changed since. */
    event: string | null
    claim_token: string | null
    claimed_until: Date | null
    settled_at: Date | null
    /** When its platform demands that it is read again; null where it does not. */
    reread_at: Date | null
    /** Until when its text may be kept without being read again. */
    kept_until: Date | null
  }
  listener_weights: {
    org_id: string
    listener_id: string
    weights: Json<unknown> | null
    /** How many verdicts they were fitted to. */
    verdicts: Generated<number>
    refitted_at: Date | null
    is_frozen: Generated<boolean>
  }
  /** A connection, or a platform that the whole installation asks without one. */
  platform_budgets: {
    budget_id: string
    blocked_until: Date | null
    block_reason: string | null
    /** Before then, no request may follow the last. */
    next_at: Date | null
    asking_token: string | null
    asking_until: Date | null
  }
  platform_spending: {
    budget_id: string
    unit: string
    window_ms: string
    window_start: Date
    used: number
  }
  platform_shares: {
    budget_id: string
    org_id: string
    unit: string
    window_ms: string
    window_start: Date
    used: number
  }
  /** How often the listeners of a workspace asked a model on a UTC day. */
  model_calls: {
    org_id: string
    day: Date
    kind: Generated<ModelKind>
    calls: number
  }
  fetched_pages: {
    budget_id: string
    request_sha256: Buffer
    etag: string | null
    last_modified: string | null
    body: string
    fetched_at: Generated<Date>
  }
}
