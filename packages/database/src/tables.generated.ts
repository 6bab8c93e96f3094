// Made of schema.sql: `npm test -- packages/database/src/schema -u` writes both.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json-column.ts'

export type SchemaTables = {
  account_regions: {
    org_id: string
    term: string
    account_key: string
  }
  account_users: {
    org_id: string
    user_id: string
    account_key: string
  }
  accounts: {
    org_id: string
    account_key: string
    state: Json
    is_listed: boolean | null
    version: Generated<string>
  }
  alert_counts: {
    org_id: string
    step: Date
    status: string
    shard: number
    alerts: string
  }
  analyses: {
    org_id: string
    analysis_id: string
    reserved_at: Date
    leased_until: Date
    counted_at: Date | null
  }
  analysis_calls: {
    org_id: string
    key_id: string
    called_at: Date[]
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
    owner_kind: string | null
    owner_id: string | null
  }
  assistant_authorizations: {
    /** The interaction of the authorization server. */
    authorization_id: string
    client_id: string
    client_name: string
    client_host: string | null
    redirect_uri: string
    scopes: string[]
    ends_at: Date
    decided_at: Date | null
    /** Null until a person allows it; still null once they deny it. */
    assistant_id: string | null
    /** With this token the browser that began takes the decision, once. */
    token_sha256: Buffer | null
    taken_at: Date | null
  }
  assistant_calls: {
    org_id: string
    call_id: string
    at: Date
    assistant_id: string
    person_id: string
    tool: string
    arguments: Json
    outcome: 'answered' | 'asked' | 'refused' | 'limited' | 'failed'
    rows: number
    characters: number
    milliseconds: number
  }
  assistant_confirmations: {
    confirmation_id: string
    org_id: string
    assistant_id: string
    person_id: string
    tool: string
    /** A yes counts for this input of the tool alone. */
    input_sha256: Buffer
    /** The change in words, as the person sees it. */
    shown: Json
    /** For the person to decide; once there is a yes, for the call to come again. */
    ends_at: Date
    decided_at: Date | null
    decision: 'allow' | 'deny' | null
    used_at: Date | null
  }
  assistants: {
    assistant_id: string
    org_id: string
    person_id: string
    client_id: string
    client_name: string
    /** The host of a metadata document; null for a client that registered itself. */
    client_host: string | null
    redirect_uri: string
    scopes: string[]
    created_at: Date
    /** Null until the browser that began has taken the decision. */
    connected_at: Date | null
    used_at: Date | null
    ends_at: Date
    ended_at: Date | null
    end_reason: 'person' | 'admin' | 'membership' | 'client' | 'reuse' | null
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
  audit_log: {
    audit_id: string
    at: Generated<Date>
    /** Null for the whole installation. */
    org_id: string | null
    actor_kind: 'person' | 'cli' | 'key' | 'assistant' | 'system'
    actor_id: string
    act: string
    target_type: string
    target_id: string
    before: Json | null
    after: Json | null
    address: string | null
    request_id: string | null
    refusal: string | null
    via: string | null
  }
  canary: {
    org_id: string
    source_id: string
    key_id: string
    /** The API key, sealed. */
    ciphertext: Buffer
    channel_id: string | null
    warehouse_id: string | null
    every_ms: number
    enabled_at: Generated<Date>
    due_at: Generated<Date>
    lease_token: string | null
    leased_until: Date | null
  }
  canary_stages: {
    org_id: string
    stage: string
    at: Date
    seconds: number
    error: string | null
    failing_since: Date | null
  }
  change_counts: {
    org_id: string
    shard: number
    changed: string
  }
  change_inbox: {
    inbox_id: GeneratedAlways<string>
    table_name: string
    org_id: string
    record_id: string
    changed_at: Generated<Date>
  }
  changes: {
    table_name: string
    org_id: string
    record_id: string
    position: string
    sequenced_at: Date
  }
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
    first_sent_at: Date | null
  }
  channel_secrets: {
    secret_id: GeneratedAlways<string>
    channel_id: string
    /** A sealed JSON document of all the channel's secrets. */
    ciphertext: Buffer
    created_at: Generated<Date>
    valid_until: Date | null
  }
  channel_users: {
    channel_id: string
    external_user_id: string
    user_id: string
  }
  channels: {
    channel_id: string
    org_id: string
    kind: string
    name: string
    settings: Json
    state: Generated<'active' | 'degraded' | 'disabled'>
    reason: string | null
    created_at: Generated<Date>
    /** Set by a trigger; null for a state older than the column. */
    state_since: Generated<Date | null>
    /** Set by a person; apart from the pauses that a breaker or a receiver causes. */
    hand_paused_until: Date | null
  }
  collection_signals: {
    org_id: string
    collection_id: string
    signal_id: string
    saved_at: Date
  }
  collections: {
    org_id: string
    collection_id: string
    name: string
    /** Equal for equivalent names. */
    name_key: string
    description: string | null
    created_at: Date
  }
  connections: {
    connection_id: string
    org_id: string
    platform: string
    /** Replaces scheme, host and port of the platform's addresses. */
    base_url: string | null
    /** A sealed JSON document of all its secrets. */
    ciphertext: Buffer
    budget: Json | null
    created_at: Generated<Date>
  }
  deal_events: {
    org_id: string
    deal_event_id: string
    deal_id: string
    member: string
    from_value: Json | null
    to_value: Json | null
    at: Date
    event_id: string
    source_id: string
    version: Generated<string>
  }
  deal_external_ids: {
    org_id: string
    external_id: string
    deal_id: string
  }
  deals: {
    org_id: string
    deal_id: string
    state: Json
    stage: string | null
    created_at: Date | null
    version: Generated<string>
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
    status: Generated<'queued' | 'applied' | 'duplicate' | 'conflict' | 'ignored' | 'dead'>
    attempts: Generated<number>
    due_at: Date
    settled_at: Date | null
    error: string | null
    issues: Json | null
    /** Set if the body is not our envelope and still has an event in our format. */
    event: Json | null
    /** The record that the event is about, once the delivery is settled. */
    record_id: string | null
  }
  demo_records: {
    org_id: string
    kind: string
    record_id: string
  }
  device_logins: {
    device_sha256: Buffer
    user_sha256: Buffer
    host_name: string
    address: string
    agent: string | null
    created_at: Date
    ends_at: Date
    polled_at: Date | null
    interval_seconds: number
    decided_at: Date | null
    person_id: string | null
    session_id: string | null
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
  dispatches: {
    org_id: string
    rule_id: string
    channel_id: string
    signal_id: string
    decision_number: GeneratedAlways<string>
    decided_at: Date
    status: 'pending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed' | 'digested'
    reason: string | null
    sent_at: Date | null
    /** The same for all copies of one post; null if the alert was not sent. */
    post_key: string | null
    /** Whether the decision was to send it at once. */
    is_instant: boolean
    digest_id: string | null
    /** Set for a step of an escalation, whose `rule_id` is made from these. */
    escalation_id: string | null
    round: number | null
    step: number | null
    version: Generated<string>
  }
  escalation_runs: {
    org_id: string
    escalation_id: string
    signal_id: string
    /** When the signal was first stored. */
    stored_at: Date
    /** The next step. */
    round: number
    step: number
    /** Null once every step was sent, and after the end. */
    due_at: Date | null
    outcome: 'taken' | 'ended' | 'deleted' | null
    ended_at: Date | null
    seconds_to_taken: number | null
  }
  escalations: {
    escalation_id: string
    org_id: string
    name: string
    definition: Json
    created_at: Generated<Date>
    ended_at: Date | null
  }
  fetched_pages: {
    budget_id: string
    request_sha256: Buffer
    etag: string | null
    last_modified: string | null
    body: string
    fetched_at: Generated<Date>
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
    state: 'dropped' | 'merged' | 'held_out' | 'waiting' | 'delivered' | 'refused' | 'erased'
    reason: string | null
    score: number | null
    components: Json | null
    /** What a refit learns from. */
    features: Json | null
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
  finished_edits: {
    message_id: string
    at: Date
    outcome: string | null
    code: string | null
  }
  handed_reports: {
    event_id: string
    org_id: string
    channel_id: string
    letter: Json
    handed_at: Date
  }
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
  identities: {
    source_id: string
    event_id: string
    delivery_id: string
    content_sha256: Buffer
    applied_at: Date
  }
  inbox_entries: {
    org_id: string
    person_id: string
    message_id: string
    rank: number
    created_at: Date
    read_at: Date | null
  }
  inbox_messages: {
    org_id: string
    message_id: string
    message: Json
    signal_ids: string[]
    created_at: Date
  }
  invitations: {
    invitation_id: string
    token_sha256: Buffer
    org_id: string
    email: string
    role: 'viewer' | 'member' | 'admin'
    is_operator: boolean
    logs_in: boolean
    invited_by_kind: string
    invited_by_id: string
    created_at: Date
    ends_at: Date
    used_at: Date | null
    used_by: string | null
    revoked_at: Date | null
  }
  job_items: {
    job_id: string
    item_id: string
  }
  jobs: {
    job_id: string
    org_id: string
    act: string
    input: Json
    state: Generated<'waiting' | 'running' | 'done' | 'stopped' | 'failed'>
    total: string | null
    done: Generated<string>
    changed: Generated<string>
    result: Json | null
    error: string | null
    actor_kind: string
    actor_id: string
    created_at: Generated<Date>
    started_at: Date | null
    ended_at: Date | null
    stop_requested_at: Date | null
    due_at: Generated<Date>
    lease_token: string | null
    leased_until: Date | null
    checkpoint: Json | null
    error_code: string | null
  }
  /** Settled deliveries by the five minutes in which they were received. Written by a trigger alone. */
  ledger_counts: {
    org_id: string
    step: Date
    status: string
    shard: number
    deliveries: string
  }
  ledger_events: {
    org_id: string
    delivery_id: string
    source_id: string
    event_id: string
    type: string | null
    status: string
    received_at: Date
    applied_at: Date | null
    event: Json | null
    signal_ids: string[]
    has_left: Generated<boolean>
    version: Generated<string>
  }
  /** What the runs of a listener asked on a UTC day, for 30 days. */
  listener_costs: {
    org_id: string
    listener_id: string
    day: Date
    kind: string
    /** A platform, a kind of model, or empty for runs. */
    name: string
    unit: string
    /** Requests, calls or runs. */
    times: number
    /** What the requests took of the platform's budget. */
    units: string
    /** Pages that were read, also those that another search had fetched. */
    pages: number
  }
  listener_counts: {
    org_id: string
    listener_id: string
    shard: number
    signal_count: number
    version: Generated<string>
  }
  /** The listeners that were made here. */
  listener_schedules: {
    org_id: string
    listener_id: string
    /** The source as which its finds are delivered. */
    source_id: string
    settings: Json
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
    history: Json | null
    /** The page of posts that is being read and judged; null between pages. */
    page: string | null
    page_since: Date | null
    /** The page in which processes died, and how many in a row. */
    deadly_page: string | null
    deaths: Generated<number>
  }
  listener_weights: {
    org_id: string
    listener_id: string
    weights: Json | null
    /** How many verdicts they were fitted to. */
    verdicts: Generated<number>
    refitted_at: Date | null
    is_frozen: Generated<boolean>
    /** Verdicts given until then teach it nothing. */
    forgotten_at: Date | null
  }
  listeners: {
    org_id: string
    listener_id: string
    state: Json
    created_at: Date | null
    version: Generated<string>
  }
  login_links: {
    token_sha256: Buffer
    person_id: string
    created_at: Date
    ends_at: Date
    used_at: Date | null
    by_mail: Generated<boolean>
  }
  memberships: {
    org_id: string
    person_id: string
    role: 'viewer' | 'member' | 'admin'
    created_at: Date
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
  messages: {
    message_id: string
    org_id: string
    channel_id: string
    kind: 'instant' | 'digest' | 'event' | 'test' | 'notice' | 'follow_up'
    rule_id: string | null
    signal_id: string | null
    digest_id: string | null
    event: Json | null
    recipient: string
    is_replay: Generated<boolean>
    status: Generated<'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed'>
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
    reference: Json | null
    /** The last request, as JSON; null before the first attempt ended. */
    request: string | null
    traceparent: string | null
    /** The alert that a follow-up is about. */
    follows: string | null
    /** Since when it could have been sent; null: since it was created. */
    waits_since: Date | null
  }
  mirrored_records: {
    table_name: string
    org_id: string
    record_id: string
    state: Json | null
    version: Generated<string>
  }
  /** How often the listeners of a workspace asked a model on a UTC day. */
  model_calls: {
    org_id: string
    day: Date
    calls: number
    kind: Generated<string>
  }
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
  notice_mails: {
    notice_mail_id: string
    org_id: string
    person_id: string
    letter: Json
    attempts: Generated<number>
    created_at: Date
    due_at: Date
  }
  oauth_artifacts: {
    /** Of the model and the value, such as a token. */
    artifact_sha256: Buffer
    model: string
    assistant_id: string | null
    grant_id: string | null
    /** Without the value. */
    payload: Json
    ends_at: Date
    consumed_at: Date | null
    /** How often a refresh token was used. */
    uses: Generated<number>
  }
  oauth_keys: {
    key_id: string
    /** A sealed private JSON Web Key. */
    ciphertext: Buffer
  }
  pending_changes: {
    pending_change_id: GeneratedAlways<string>
    org_id: string
    record: string
    record_id: string
    change: string
    detail: Json | null
    document: Json | null
    document_before: Json | null
    alerted_elsewhere: Generated<boolean>
    stored_at: Date | null
    caused_at: Date
    changed_at: Date
    error: string | null
    traceparent: string | null
  }
  people: {
    person_id: string
    email: string | null
    name: string | null
    is_operator: Generated<boolean>
    created_at: Date
    last_seen_at: Date | null
    disabled_at: Date | null
    unproven_email: string | null
  }
  person_logins: {
    issuer: string
    subject: string
    person_id: string
    created_at: Date
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
  platform_shares: {
    budget_id: string
    org_id: string
    unit: string
    window_ms: string
    window_start: Date
    used: number
  }
  platform_spending: {
    budget_id: string
    unit: string
    window_ms: string
    window_start: Date
    used: number
  }
  processes: {
    process_id: string
    name: string
    version: string
    host: string
    pid: number
    started_at: Date
    seen_at: Date
    connections: number | null
  }
  rate_windows: {
    bucket: string
    window_start: Date
    granted: number
    window_end: Date | null
  }
  requests: {
    request_id: string
    source_id: string
    received_at: Date
    trace_id: string
    signature_headers: Json
    body: Buffer
    sha256: Buffer
    /** Of the source, or of the channel, that verified it; null if it was stored by an earlier version. */
    secret_id: string | null
    /** Names the span of the request, which later spans continue; null without a collector. */
    traceparent: string | null
  }
  /** Whose turn it is among the people of a rule. */
  rule_turns: {
    rule_id: string
    turn: string
  }
  rules: {
    rule_id: string
    org_id: string
    name: string
    position: number
    enabled: Generated<boolean>
    definition: Json
    created_at: Generated<Date>
    deleted_at: Date | null
  }
  saved_views: {
    view_id: string
    org_id: string
    name: string
    filters: Json
    is_shared: boolean
    created_by_kind: string
    created_by_id: string
    created_at: Generated<Date>
  }
  schema_compatibility: {
    is_only: Generated<boolean>
    oldest_migration: string
  }
  searches: {
    org_id: string
    listener_id: string
    /** Made from the platform, the query and the settings, so an unchanged search keeps its cursor. */
    search_id: string
    platform: string
    query: string
    created_at: Generated<Date>
    cursor: Json | null
    searched_at: Date | null
    failures: Generated<number>
    blocked_until: Date | null
    last_error: string | null
    /** How many posts could not be judged, and the key of the last with the reason. */
    skipped_posts: Generated<number>
    last_skipped: string | null
  }
  sessions: {
    session_id: string
    token_sha256: Buffer
    must_renew: Generated<boolean>
    replaced_sha256: Buffer | null
    replaced_at: Date | null
    person_id: string
    created_at: Date
    used_at: Date
    ends_at: Date
    address: string
    agent: string | null
    kind: Generated<'browser' | 'cli'>
  }
  signal_events: {
    org_id: string
    signal_event_id: string
    signal_id: string
    register: string
    from_value: Json | null
    to_value: Json | null
    at: Date
    event_id: string
    source_id: string
    version: Generated<string>
    /** A user, where the event names one. */
    made_by: string | null
  }
  signal_registers: {
    org_id: string
    signal_id: string
    state: Json
    assigned_user_id: string | null
    verdict: string | null
    read_at: Date | null
    alerted_at: Date | null
    version: Generated<string>
  }
  signals: {
    org_id: string
    signal_id: string
    state: Json
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
  silences: {
    silence_id: string
    org_id: string
    conditions: Json
    reason: string | null
    until: Date
    created_at: Generated<Date>
    ended_at: Date | null
    created_by_kind: string | null
    created_by_id: string | null
  }
  source_activity: {
    source_id: string
    last_delivery_at: Date
  }
  source_refusals: {
    source_id: string
    step: Date
    refusals: string
  }
  source_registry: {
    only_row: Generated<boolean>
    version: Generated<string>
  }
  source_rejections: {
    rejection_id: GeneratedAlways<string>
    source_id: string
    at: Date
    reason: string
    bytes: number
    address: string
    finding: string | null
    detail: string | null
  }
  source_secret_activity: {
    secret_id: string
    last_used_at: Date
  }
  source_secret_uses: {
    secret_id: string
    step: Date
    uses: string
  }
  source_secrets: {
    secret_id: GeneratedAlways<string>
    source_id: string
    ciphertext: Buffer
    created_at: Generated<Date>
    valid_until: Date | null
  }
  sources: {
    source_id: string
    org_id: string
    name: string
    scheme: string
    settings: Json
    tolerance_seconds: number
    rate_per_minute: number | null
    enabled: Generated<boolean>
    created_at: Generated<Date>
  }
  suppressed_addresses: {
    channel_id: string
    address: string
    reason: string
    created_at: Generated<Date>
    /** Null means permanently. */
    until: Date | null
  }
  troubles: {
    trouble_id: string
    org_id: string
    kind: 'channel_degraded' | 'channel_disabled' | 'alerts_expired' | 'warehouse_degraded' | 'warehouse_behind' | 'warehouse_differs'
    /** A channel or a warehouse. */
    subject_id: string
    reason: string | null
    /** How many alerts expired. */
    count: Generated<number>
    began_at: Date
    /** Since when it is over; null while it lasts. */
    gone_at: Date | null
    reported_at: Date | null
    /** Set once it was over for long enough. */
    ended_at: Date | null
  }
  warehouse_cursors: {
    warehouse_id: string
    table_name: string
    position: string
    version: number
    history: string | null
    /** The edition of the warehouse with which the table was last begun. */
    edition: Generated<number>
    rows_filled: Generated<string>
    /** The greatest position up to which the warehouse had the rows of the table. */
    reached: Generated<string>
  }
  warehouse_hours: {
    warehouse_id: string
    hour: Date
    /** The longest that a change had waited when a worker measured it. */
    most_lag_seconds: number
  }
  /** How far a table was behind when a worker last measured it. */
  warehouse_lags: {
    warehouse_id: string
    table_name: string
    rows_behind: string
    /** All rows of the table when the warehouse began to catch up; null where it is not far behind. */
    rows_total: string | null
    rows_per_second: Generated<number>
    measured_at: Generated<Date>
  }
  warehouse_marks: {
    mark: Generated<string>
    warehouse_id: string
    table_name: string
    marked_at: Generated<Date>
  }
  warehouse_rejects: {
    warehouse_id: string
    table_name: string
    record_id: string
    position: string
    reason: string
    rejected_at: Generated<Date>
    attempts: Generated<number>
    retry_at: Generated<Date>
  }
  /** The last things done with each warehouse; of the oldest, only a bounded number is kept. */
  warehouse_runs: {
    warehouse_id: string
    run_id: string
    purpose: 'sync' | 'backfill' | 'comparison' | 'repair'
    outcome: 'done' | 'interrupted' | 'failed'
    started_at: Date
    ended_at: Generated<Date>
    /** How often in a row it failed for the same reason. */
    times: Generated<number>
    rows: string
    rejected: string
    error: string | null
    comparison: Json | null
  }
  warehouses: {
    warehouse_id: string
    org_id: string
    kind: string
    name: string
    settings: Json
    location: string
    /** A sealed JSON document of all its secrets. */
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
    /** How many rows differed in the last comparison. */
    differing_rows: string | null
    /** When a sync last opened it and saw its tables; null if the next one must. */
    opened_at: Date | null
    /** The database, and the start of its server, in which the warehouse's cursors were last read. */
    compared_in: string | null
    /** Why tables were last rewritten because the database's history changed. */
    rewrite_reason: string | null
    rewrite_began_at: Date | null
    rewrite_ended_at: Date | null
    /** Grows with each edit after which its tables must be written again. */
    edition: Generated<number>
    /** Whether it reaches only what the operator of the machine allows: it was created over HTTP. */
    has_bounds: Generated<boolean>
    /** The sealed key under which personal data is hashed; null where it is kept or left out. */
    personal_key: Buffer | null
    /** The names of the tables that it has; null for all. */
    tables: string[] | null
    has_ledger: Generated<boolean>
    ledger_captured_after: string | null
    has_mail_addresses: Generated<boolean>
  }
  workspaces: {
    org_id: string
    name: string
    plan: string
    account_intelligence: boolean
    analysis_allowance: number
    created_at: Generated<Date>
    retention_days: number | null
    fallback_channel_id: string | null
    assistant_policy: Generated<'off' | 'read' | 'confirm' | 'write'>
    most_requests_per_minute: number | null
    most_open_jobs: number | null
    most_listeners: number | null
  }
}
