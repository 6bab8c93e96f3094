import type {
  AccountState,
  DealState,
  Issue,
  ListenerState,
  RuleDefinition,
  Signal,
  SignalRegisters,
  SignalState,
  SilenceConditions,
} from '@signalpost/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type ChannelState = 'active' | 'degraded' | 'disabled'

export type DeliveryStatus = 'queued' | 'applied' | 'duplicate' | 'conflict' | 'ignored' | 'dead'

export type ActorKind = 'person' | 'cli' | 'key' | 'assistant' | 'system'

export type JobState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed'

export type DispatchStatus = 'pending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed' | 'digested'

export type MessageStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed'

/** Every table of the product, as Kysely sees it. Moments are Dates, bytes are Buffers. */
export type Tables = {
  workspaces: {
    org_id: string
    name: string
    plan: string
    account_intelligence: boolean
    analysis_allowance: number
    created_at: Generated<Date>
  }
  api_keys: {
    key_id: string
    org_id: string
    name: string | null
    member_id: string
    secret_sha256: Buffer
    scopes: string[]
    created_at: Generated<Date>
    expires_at: Date | null
    revoked_at: Date | null
    last_used_at: Date | null
  }
  analyses: {
    org_id: string
    analysis_id: string
    reserved_at: Date
    leased_until: Date
    counted_at: Date | null
  }
  analysis_calls: { org_id: string; key_id: string; called_at: Date[] }
  sources: {
    source_id: string
    org_id: string
    name: string
    scheme: string
    settings: Json<Record<string, string>>
    tolerance_seconds: number
    rate_per_minute: number | null
    enabled: Generated<boolean>
    created_at: Generated<Date>
  }
  source_secrets: {
    secret_id: GeneratedAlways<string>
    source_id: string
    ciphertext: Buffer
    created_at: Generated<Date>
    valid_until: Date | null
  }
  source_registry: { only_row: Generated<boolean>; version: string }
  source_activity: { source_id: string; last_delivery_at: Date }
  source_secret_activity: { secret_id: string; last_used_at: Date }
  source_rejections: {
    rejection_id: GeneratedAlways<string>
    source_id: string
    at: Date
    reason: string
    bytes: number
    address: string
  }
  rate_windows: { bucket: string; window_start: Date; granted: number }
  requests: {
    request_id: string
    source_id: string
    received_at: Date
    trace_id: string
    signature_headers: Json<Record<string, string>>
    body: Buffer
    sha256: Buffer
  }
  deliveries: {
    delivery_id: string
    request_id: string
    index: number
    batch_id: string
    org_id: string
    source_id: string
    event_id: string
    type: string | null
    received_at: Date
    status: Generated<DeliveryStatus>
    attempts: Generated<number>
    due_at: Date
    settled_at: Date | null
    error: string | null
    issues: ColumnType<Issue[] | null, string | null, string | null>
    /** Where the body is not our envelope and still says something in our words. */
    event: ColumnType<Record<string, unknown> | null, string | null, string | null>
  }
  identities: {
    source_id: string
    event_id: string
    delivery_id: string
    content_sha256: Buffer
    applied_at: Date
  }
  outbox: {
    outbox_id: GeneratedAlways<string>
    created_at: Generated<Date>
    org_id: string
    record: string
    record_id: string
    change: string
    detail: ColumnType<unknown, string | null, string | null>
    event_id: string
    source_id: string
  }
  listeners: {
    org_id: string
    listener_id: string
    state: Json<ListenerState>
    created_at: Date | null
    version: Generated<string>
  }
  signals: {
    org_id: string
    signal_id: string
    state: Json<SignalState>
    listener_id: string | null
    source: string | null
    classification: string | null
    signal_category: string | null
    urgency: string | null
    account_key: string | null
    score_version: number | null
    relevance_score: number | null
    posted_at: Date | null
    stored_at: Date | null
    names_account: boolean | null
    locates_account: boolean | null
    version: Generated<string>
  }
  signal_registers: {
    org_id: string
    signal_id: string
    state: Json<SignalRegisters>
    assigned_user_id: string | null
    verdict: string | null
    read_at: Date | null
    alerted_at: Date | null
    version: Generated<string>
  }
  deals: {
    org_id: string
    deal_id: string
    state: Json<DealState>
    stage: string | null
    created_at: Date | null
    version: Generated<string>
  }
  accounts: {
    org_id: string
    account_key: string
    state: Json<AccountState>
    is_listed: boolean | null
    version: Generated<string>
  }
  account_users: { org_id: string; user_id: string; account_key: string }
  account_regions: { org_id: string; term: string; account_key: string }
  listener_counts: {
    org_id: string
    listener_id: string
    shard: number
    signal_count: number
    version: Generated<string>
  }
  collections: {
    org_id: string
    collection_id: string
    name: string
    /** Equal for names that count as one. */
    name_key: string
    description: string | null
    created_at: Date
  }
  collection_signals: { org_id: string; collection_id: string; signal_id: string; saved_at: Date }
  notes: {
    org_id: string
    note_id: string
    target_type: string
    target_id: string
    body: string
    created_at: Date
    created_by: string
    version: Generated<string>
  }
  deal_external_ids: { org_id: string; external_id: string; deal_id: string }
  idempotency_keys: {
    key_id: string
    method: string
    path: string
    idempotency_key: string
    body_sha256: Buffer
    token: string
    leased_until: Date | null
    answer: string | null
    answered_at: Date | null
  }
  channels: {
    channel_id: string
    org_id: string
    kind: string
    name: string
    settings: Json<Record<string, unknown>>
    state: Generated<ChannelState>
    reason: string | null
    created_at: Generated<Date>
    /** By a trigger; null for a state older than the column. */
    state_since: Generated<Date | null>
  }
  channel_secrets: {
    secret_id: GeneratedAlways<string>
    channel_id: string
    /** A sealed JSON document of all the channel's secrets. */
    ciphertext: Buffer
    created_at: Generated<Date>
    valid_until: Date | null
  }
  channel_users: { channel_id: string; external_user_id: string; user_id: string }
  channel_health: {
    channel_id: string
    failing_since: Date | null
    consecutive_failures: Generated<number>
    paused_until: Date | null
    window_started_at: Date | null
    window_attempts: Generated<number>
    window_failures: Generated<number>
    breaker_openings: Generated<number>
    next_slot_at: Date | null
    retry_after: Date | null
  }
  suppressed_addresses: {
    channel_id: string
    address: string
    reason: string
    created_at: Generated<Date>
    /** Null is for good. */
    until: Date | null
  }
  rules: {
    rule_id: string
    org_id: string
    name: string
    position: number
    enabled: Generated<boolean>
    definition: Json<RuleDefinition>
    created_at: Generated<Date>
    deleted_at: Date | null
  }
  silences: {
    silence_id: string
    org_id: string
    conditions: Json<SilenceConditions>
    reason: string | null
    until: Date
    created_at: Generated<Date>
    ended_at: Date | null
  }
  pending_changes: {
    pending_change_id: GeneratedAlways<string>
    org_id: string
    record: string
    record_id: string
    change: string
    detail: ColumnType<unknown, string | null, string | null>
    document: ColumnType<Record<string, unknown> | null, string | null, string | null>
    document_before: ColumnType<Signal | null, string | null, string | null>
    alerted_elsewhere: Generated<boolean>
    stored_at: Date | null
    caused_at: Date
    changed_at: Date
    error: string | null
  }
  dispatches: {
    org_id: string
    rule_id: string
    channel_id: string
    signal_id: string
    decision_number: GeneratedAlways<string>
    decided_at: Date
    status: DispatchStatus
    reason: string | null
    sent_at: Date | null
    /** What all appearances of one post share; null where it was not told. */
    post_key: string | null
    /** Whether it was decided to be told at once. */
    is_instant: boolean
    digest_id: string | null
  }
  digests: {
    digest_id: string
    org_id: string
    rule_id: string
    channel_id: string
    group_key: string
    reason: string | null
    due_at: Date
    is_open: Generated<boolean>
  }
  messages: {
    message_id: string
    org_id: string
    channel_id: string
    kind: 'instant' | 'digest' | 'event'
    rule_id: string | null
    signal_id: string | null
    digest_id: string | null
    event: ColumnType<Record<string, unknown> | null, string | null, string | null>
    recipient: string
    is_replay: Generated<boolean>
    status: Generated<MessageStatus>
    reason: string | null
    attempts: Generated<number>
    failures: Generated<number>
    ambiguities: Generated<number>
    is_retry: Generated<boolean>
    created_at: Date
    due_at: Date
    expires_at: Date | null
    leased_until: Date | null
    settled_at: Date | null
    reference: ColumnType<Record<string, string> | null, string | null, string | null>
  }
  attempts: {
    message_id: string
    number: number
    at: Date
    outcome: string | null
    http_status: number | null
    code: string | null
    duration_ms: number | null
    answer: string | null
  }
  message_edits: {
    message_id: string
    org_id: string
    channel_id: string
    requests: Generated<number>
    attempts: Generated<number>
    due_at: Date
    leased_until: Date | null
  }
  signal_events: {
    org_id: string
    signal_event_id: string
    signal_id: string
    register: string
    from_value: ColumnType<unknown, string | null, string | null>
    to_value: ColumnType<unknown, string | null, string | null>
    at: Date
    event_id: string
    source_id: string
    version: Generated<string>
  }
  change_inbox: {
    inbox_id: GeneratedAlways<string>
    table_name: string
    org_id: string
    record_id: string
    changed_at: Generated<Date>
  }
  changes: { table_name: string; org_id: string; record_id: string; position: string; sequenced_at: Date }
  warehouses: {
    warehouse_id: string
    org_id: string
    kind: string
    name: string
    settings: Json<Record<string, unknown>>
    location: string
    /** A sealed JSON document of all that is secret of it. */
    ciphertext: Buffer
    interval_ms: number
    excludes_personal: boolean
    is_paused: Generated<boolean>
    created_at: Generated<Date>
    due_at: Generated<Date>
    lease_token: string | null
    leased_at: Date | null
    leased_until: Date | null
    last_sync_at: Date | null
    failing_since: Date | null
    failures: Generated<number>
    last_error: string | null
    verified_at: Date | null
    /** What the last comparison found. */
    differing_rows: string | null
    /** The database, and the start of its server, in which the cursors were last read in the warehouse. */
    compared_in: string | null
    /** Why tables were last rewritten because the database's history was another. */
    rewrite_reason: string | null
    rewrite_began_at: Date | null
    rewrite_ended_at: Date | null
    /** When a sync last opened it and saw its tables; null where the next one has to. */
    opened_at: Date | null
  }
  warehouse_marks: {
    mark: Generated<string>
    warehouse_id: string
    table_name: string
    marked_at: Generated<Date>
  }
  warehouse_cursors: {
    warehouse_id: string
    table_name: string
    position: string
    version: number
    history: string | null
  }
  warehouse_rejects: {
    warehouse_id: string
    table_name: string
    record_id: string
    position: string
    reason: string
    rejected_at: Generated<Date>
  }
  audit_log: {
    audit_id: string
    at: Generated<Date>
    /** Null for what concerns the whole installation. */
    org_id: string | null
    actor_kind: ActorKind
    actor_id: string
    act: string
    target_type: string
    target_id: string
    before: ColumnType<Record<string, unknown> | null, string | null, never>
    after: ColumnType<Record<string, unknown> | null, string | null, never>
    address: string | null
    request_id: string | null
  }
  jobs: {
    job_id: string
    org_id: string
    act: string
    input: Json<Record<string, unknown>>
    state: Generated<JobState>
    total: string | null
    done: Generated<string>
    changed: Generated<string>
    result: ColumnType<unknown, string | null, string | null>
    error: string | null
    actor_kind: ActorKind
    actor_id: string
    created_at: Generated<Date>
    started_at: Date | null
    ended_at: Date | null
    stop_requested_at: Date | null
    due_at: Generated<Date>
    lease_token: string | null
    leased_until: Date | null
  }
  job_items: { job_id: string; item_id: string }
}
