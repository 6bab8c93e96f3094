create table account_regions (
  org_id text collate "C" not null,
  term text collate "C" not null,
  account_key text collate "C" not null
);

create table account_users (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  account_key text collate "C" not null
);

create table accounts (
  org_id text collate "C" not null,
  account_key text collate "C" not null,
  state jsonb not null,
  is_listed boolean,
  version bigint not null default 0
);

create table alert_counts (
  org_id text collate "C" not null,
  step timestamp with time zone not null,
  status text collate "C" not null,
  shard smallint not null,
  alerts bigint not null
);

create table analyses (
  org_id text collate "C" not null,
  analysis_id text collate "C" not null,
  reserved_at timestamp with time zone not null,
  leased_until timestamp with time zone not null,
  counted_at timestamp with time zone
);

create table analysis_calls (
  org_id text collate "C" not null,
  key_id text collate "C" not null,
  called_at timestamp with time zone[] not null
);

create table api_keys (
  key_id text collate "C" not null,
  org_id text collate "C" not null,
  name text,
  member_id text not null,
  secret_sha256 bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  owner_kind text,
  owner_id text collate "C"
);

create table assistant_authorizations (
  authorization_id text collate "C" not null,
  client_id text collate "C" not null,
  client_name text not null,
  client_host text,
  redirect_uri text not null,
  scopes text[] not null,
  ends_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  assistant_id text collate "C",
  token_sha256 bytea,
  taken_at timestamp with time zone
);

create table assistant_calls (
  org_id text collate "C" not null,
  call_id text collate "C" not null,
  at timestamp with time zone not null,
  assistant_id text collate "C" not null,
  person_id text collate "C" not null,
  tool text not null,
  arguments jsonb not null,
  outcome text not null,
  rows integer not null,
  characters integer not null,
  milliseconds integer not null
) partition by RANGE (at);

create table assistant_confirmations (
  confirmation_id text collate "C" not null,
  org_id text collate "C" not null,
  assistant_id text collate "C" not null,
  person_id text collate "C" not null,
  tool text not null,
  input_sha256 bytea not null,
  shown jsonb not null,
  ends_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decision text,
  used_at timestamp with time zone
);

create table assistants (
  assistant_id text collate "C" not null,
  org_id text collate "C" not null,
  person_id text collate "C" not null,
  client_id text collate "C" not null,
  client_name text not null,
  client_host text,
  redirect_uri text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  used_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text
);

create table attempts (
  message_id text collate "C" not null,
  number integer not null,
  at timestamp with time zone not null,
  outcome text,
  http_status integer,
  code text,
  duration_ms integer,
  answer text
) partition by RANGE (at);

create table audit_log (
  audit_id text collate "C" not null,
  at timestamp with time zone not null default now(),
  org_id text collate "C",
  actor_kind text not null,
  actor_id text collate "C" not null,
  act text collate "C" not null,
  target_type text not null,
  target_id text collate "C" not null,
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  refusal text,
  via text
);

create table canary (
  org_id text collate "C" not null,
  source_id text collate "C" not null,
  key_id text collate "C" not null,
  ciphertext bytea not null,
  channel_id text collate "C",
  warehouse_id text collate "C",
  every_ms integer not null,
  enabled_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  leased_until timestamp with time zone
);

create table canary_stages (
  org_id text collate "C" not null,
  stage text not null,
  at timestamp with time zone not null,
  seconds double precision not null,
  error text,
  failing_since timestamp with time zone
);

create table change_counts (
  org_id text collate "C" not null,
  shard smallint not null,
  changed bigint not null
);

create table change_inbox (
  inbox_id bigint generated always as identity not null,
  table_name text collate "C" not null,
  org_id text collate "C" not null,
  record_id text collate "C" not null,
  changed_at timestamp with time zone not null default now()
);

create table changes (
  table_name text collate "C" not null,
  org_id text collate "C" not null,
  record_id text collate "C" not null,
  position bigint not null,
  sequenced_at timestamp with time zone not null
);

create table channel_health (
  channel_id text collate "C" not null,
  failing_since timestamp with time zone,
  consecutive_failures integer not null default 0,
  paused_until timestamp with time zone,
  window_started_at timestamp with time zone,
  window_attempts integer not null default 0,
  window_failures integer not null default 0,
  breaker_openings integer not null default 0,
  next_slot_at timestamp with time zone,
  retry_after timestamp with time zone,
  first_sent_at timestamp with time zone
);

create table channel_secrets (
  secret_id bigint generated always as identity not null,
  channel_id text collate "C" not null,
  ciphertext bytea not null,
  created_at timestamp with time zone not null default now(),
  valid_until timestamp with time zone
);

create table channel_users (
  channel_id text collate "C" not null,
  external_user_id text collate "C" not null,
  user_id text collate "C" not null
);

create table channels (
  channel_id text collate "C" not null,
  org_id text collate "C" not null,
  kind text not null,
  name text not null,
  settings jsonb not null,
  state text not null default 'active'::text,
  reason text,
  created_at timestamp with time zone not null default now(),
  state_since timestamp with time zone default now(),
  hand_paused_until timestamp with time zone
);

create table collection_signals (
  org_id text collate "C" not null,
  collection_id text collate "C" not null,
  signal_id text collate "C" not null,
  saved_at timestamp with time zone not null
);

create table collections (
  org_id text collate "C" not null,
  collection_id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  description text,
  created_at timestamp with time zone not null
);

create table connections (
  connection_id text collate "C" not null,
  org_id text collate "C" not null,
  platform text not null,
  base_url text,
  ciphertext bytea not null,
  budget jsonb,
  created_at timestamp with time zone not null default now()
);

create table deal_events (
  org_id text collate "C" not null,
  deal_event_id text collate "C" not null,
  deal_id text collate "C" not null,
  member text not null,
  from_value jsonb,
  to_value jsonb,
  at timestamp with time zone not null,
  event_id text collate "C" not null,
  source_id text collate "C" not null,
  version bigint not null default 0
);

create table deal_external_ids (
  org_id text collate "C" not null,
  external_id text collate "C" not null,
  deal_id text collate "C" not null
);

create table deals (
  org_id text collate "C" not null,
  deal_id text collate "C" not null,
  state jsonb not null,
  stage text,
  created_at timestamp with time zone,
  version bigint not null default 0
);

create table deliveries (
  delivery_id text collate "C" not null,
  request_id text collate "C" not null,
  index integer not null,
  batch_id text collate "C" not null,
  org_id text collate "C" not null,
  source_id text collate "C" not null,
  event_id text collate "C" not null,
  type text,
  received_at timestamp with time zone not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  error text,
  issues jsonb,
  event jsonb,
  record_id text collate "C"
) partition by RANGE (delivery_id);

create table demo_records (
  org_id text collate "C" not null,
  kind text collate "C" not null,
  record_id text collate "C" not null
);

create table device_logins (
  device_sha256 bytea not null,
  user_sha256 bytea not null,
  host_name text not null,
  address text not null,
  agent text,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  polled_at timestamp with time zone,
  interval_seconds integer not null,
  decided_at timestamp with time zone,
  person_id text collate "C",
  session_id text collate "C"
);

create table digests (
  digest_id text collate "C" not null,
  org_id text collate "C" not null,
  rule_id text collate "C" not null,
  channel_id text collate "C" not null,
  group_key text collate "C" not null,
  reason text,
  due_at timestamp with time zone not null,
  is_open boolean not null default true
);

create table dispatches (
  org_id text collate "C" not null,
  rule_id text collate "C" not null,
  channel_id text collate "C" not null,
  signal_id text collate "C" not null,
  decision_number bigint generated always as identity not null,
  decided_at timestamp with time zone not null,
  status text not null,
  reason text,
  sent_at timestamp with time zone,
  post_key text collate "C",
  is_instant boolean not null,
  digest_id text collate "C",
  escalation_id text collate "C",
  round smallint,
  step smallint,
  version bigint not null default 0
);

create table escalation_runs (
  org_id text collate "C" not null,
  escalation_id text collate "C" not null,
  signal_id text collate "C" not null,
  stored_at timestamp with time zone not null,
  round smallint not null,
  step smallint not null,
  due_at timestamp with time zone,
  outcome text,
  ended_at timestamp with time zone,
  seconds_to_taken double precision
);

create table escalations (
  escalation_id text collate "C" not null,
  org_id text collate "C" not null,
  name text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

create table fetched_pages (
  budget_id text collate "C" not null,
  request_sha256 bytea not null,
  etag text,
  last_modified text,
  body text not null,
  fetched_at timestamp with time zone not null default now()
);

create table finds (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  dedupe_key text collate "C" not null,
  platform text not null,
  source_id text collate "C" not null,
  signal_id text collate "C" not null,
  title_key text,
  simhash text,
  first_seen_at timestamp with time zone not null,
  state text not null,
  reason text,
  score smallint,
  components jsonb,
  features jsonb,
  event_id text collate "C",
  event text,
  claim_token uuid,
  claimed_until timestamp with time zone,
  settled_at timestamp with time zone,
  reread_at timestamp with time zone,
  kept_until timestamp with time zone
);

create table finished_edits (
  message_id text collate "C" not null,
  at timestamp with time zone not null,
  outcome text,
  code text
);

create table handed_reports (
  event_id text collate "C" not null,
  org_id text collate "C" not null,
  channel_id text collate "C" not null,
  letter jsonb not null,
  handed_at timestamp with time zone not null
);

create table idempotency_keys (
  key_id text collate "C" not null,
  method text not null,
  path text collate "C" not null,
  idempotency_key text collate "C" not null,
  body_sha256 bytea not null,
  token uuid not null,
  leased_until timestamp with time zone,
  answer text,
  answered_at timestamp with time zone
);

create table identities (
  source_id text collate "C" not null,
  event_id text collate "C" not null,
  delivery_id text collate "C" not null,
  content_sha256 bytea not null,
  applied_at timestamp with time zone not null
);

create table inbox_entries (
  org_id text collate "C" not null,
  person_id text collate "C" not null,
  message_id text collate "C" not null,
  rank smallint not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone
);

create table inbox_messages (
  org_id text collate "C" not null,
  message_id text collate "C" not null,
  message jsonb not null,
  signal_ids text[] collate "C" not null,
  created_at timestamp with time zone not null
);

create table invitations (
  invitation_id text collate "C" not null,
  token_sha256 bytea not null,
  org_id text collate "C" not null,
  email text collate "C" not null,
  role text not null,
  is_operator boolean not null,
  logs_in boolean not null,
  invited_by_kind text not null,
  invited_by_id text collate "C" not null,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by text collate "C",
  revoked_at timestamp with time zone
);

create table job_items (
  job_id text collate "C" not null,
  item_id text collate "C" not null
);

create table jobs (
  job_id text collate "C" not null,
  org_id text collate "C" not null,
  act text collate "C" not null,
  input jsonb not null,
  state text not null default 'waiting'::text,
  total bigint,
  done bigint not null default 0,
  changed bigint not null default 0,
  result json,
  error text,
  actor_kind text not null,
  actor_id text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  stop_requested_at timestamp with time zone,
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  leased_until timestamp with time zone,
  checkpoint json,
  error_code text
);

create table ledger_counts (
  org_id text collate "C" not null,
  step timestamp with time zone not null,
  status text collate "C" not null,
  shard smallint not null,
  deliveries bigint not null
);

create table ledger_events (
  org_id text collate "C" not null,
  delivery_id text collate "C" not null,
  source_id text collate "C" not null,
  event_id text collate "C" not null,
  type text,
  status text not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  event jsonb,
  signal_ids text[] not null,
  has_left boolean not null default false,
  version bigint not null default 0
);

create table listener_costs (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  day date not null,
  kind text not null,
  name text not null,
  unit text not null,
  times integer not null,
  units bigint not null,
  pages integer not null
);

create table listener_counts (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  shard smallint not null,
  signal_count integer not null,
  version bigint not null default 0
);

create table listener_schedules (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  source_id text collate "C" not null,
  settings jsonb not null,
  seed text not null,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  is_paused boolean not null default false,
  lease_token uuid,
  leased_until timestamp with time zone,
  last_run_at timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  is_refused boolean not null default false,
  last_error text,
  history jsonb,
  page text,
  page_since timestamp with time zone,
  deadly_page text,
  deaths smallint not null default 0
);

create table listener_weights (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  weights jsonb,
  verdicts integer not null default 0,
  refitted_at timestamp with time zone,
  is_frozen boolean not null default false,
  forgotten_at timestamp with time zone
);

create table listeners (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  state jsonb not null,
  created_at timestamp with time zone,
  version bigint not null default 0
);

create table login_links (
  token_sha256 bytea not null,
  person_id text collate "C" not null,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  used_at timestamp with time zone,
  by_mail boolean not null default false
);

create table memberships (
  org_id text collate "C" not null,
  person_id text collate "C" not null,
  role text not null,
  created_at timestamp with time zone not null
);

create table message_edits (
  message_id text collate "C" not null,
  org_id text collate "C" not null,
  channel_id text collate "C" not null,
  requests integer not null default 1,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone
);

create table messages (
  message_id text collate "C" not null,
  org_id text collate "C" not null,
  channel_id text collate "C" not null,
  kind text not null,
  rule_id text collate "C",
  signal_id text collate "C",
  digest_id text collate "C",
  event jsonb,
  recipient text not null,
  is_replay boolean not null default false,
  status text not null default 'pending'::text,
  reason text,
  attempts integer not null default 0,
  failures integer not null default 0,
  ambiguities integer not null default 0,
  is_retry boolean not null default false,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  leased_until timestamp with time zone,
  settled_at timestamp with time zone,
  reference jsonb,
  request text,
  traceparent text,
  follows text collate "C",
  waits_since timestamp with time zone
);

create table mirrored_records (
  table_name text collate "C" not null,
  org_id text collate "C" not null,
  record_id text collate "C" not null,
  state jsonb,
  version bigint not null default 0
);

create table model_calls (
  org_id text collate "C" not null,
  day date not null,
  calls integer not null,
  kind text not null default 'opinion'::text
);

create table notes (
  org_id text collate "C" not null,
  note_id text collate "C" not null,
  target_type text not null,
  target_id text collate "C" not null,
  body text not null,
  created_at timestamp with time zone not null,
  created_by text collate "C" not null,
  version bigint not null default 0
);

create table notice_mails (
  notice_mail_id text collate "C" not null,
  org_id text collate "C" not null,
  person_id text collate "C" not null,
  letter jsonb not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null
);

create table oauth_artifacts (
  artifact_sha256 bytea not null,
  model text not null,
  assistant_id text collate "C",
  grant_id text collate "C",
  payload jsonb not null,
  ends_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  uses integer not null default 0
);

create table oauth_keys (
  key_id text collate "C" not null,
  ciphertext bytea not null
);

create table pending_changes (
  pending_change_id bigint generated always as identity not null,
  org_id text collate "C" not null,
  record text not null,
  record_id text collate "C" not null,
  change text not null,
  detail jsonb,
  document jsonb,
  document_before jsonb,
  alerted_elsewhere boolean not null default false,
  stored_at timestamp with time zone,
  caused_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  error text,
  traceparent text
);

create table people (
  person_id text collate "C" not null,
  email text collate "C",
  name text,
  is_operator boolean not null default false,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  disabled_at timestamp with time zone,
  unproven_email text collate "C"
);

create table person_logins (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  person_id text collate "C" not null,
  created_at timestamp with time zone not null
);

create table platform_budgets (
  budget_id text collate "C" not null,
  blocked_until timestamp with time zone,
  block_reason text,
  next_at timestamp with time zone,
  asking_token uuid,
  asking_until timestamp with time zone
);

create table platform_shares (
  budget_id text collate "C" not null,
  org_id text collate "C" not null,
  unit text not null,
  window_ms bigint not null,
  window_start timestamp with time zone not null,
  used integer not null
);

create table platform_spending (
  budget_id text collate "C" not null,
  unit text not null,
  window_ms bigint not null,
  window_start timestamp with time zone not null,
  used integer not null
);

create table processes (
  process_id text collate "C" not null,
  name text collate "C" not null,
  version text not null,
  host text not null,
  pid integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  connections integer
);

create unlogged table rate_windows (
  bucket text collate "C" not null,
  window_start timestamp with time zone not null,
  granted integer not null,
  window_end timestamp with time zone
);

create table requests (
  request_id text collate "C" not null,
  source_id text collate "C" not null,
  received_at timestamp with time zone not null,
  trace_id text not null,
  signature_headers jsonb not null,
  body bytea not null,
  sha256 bytea not null,
  secret_id bigint,
  traceparent text
) partition by RANGE (request_id);

create table rule_turns (
  rule_id text collate "C" not null,
  turn bigint not null
);

create table rules (
  rule_id text collate "C" not null,
  org_id text collate "C" not null,
  name text not null,
  position integer not null,
  enabled boolean not null default true,
  definition jsonb not null,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

create table saved_views (
  view_id text collate "C" not null,
  org_id text collate "C" not null,
  name text not null,
  filters jsonb not null,
  is_shared boolean not null,
  created_by_kind text not null,
  created_by_id text collate "C" not null,
  created_at timestamp with time zone not null default now()
);

create table schema_compatibility (
  is_only boolean not null default true,
  oldest_migration text not null
);

create table searches (
  org_id text collate "C" not null,
  listener_id text collate "C" not null,
  search_id text collate "C" not null,
  platform text not null,
  query text not null,
  created_at timestamp with time zone not null default now(),
  cursor jsonb,
  searched_at timestamp with time zone,
  failures integer not null default 0,
  blocked_until timestamp with time zone,
  last_error text,
  skipped_posts integer not null default 0,
  last_skipped text
);

create table sessions (
  session_id text collate "C" not null,
  token_sha256 bytea not null,
  must_renew boolean not null default false,
  replaced_sha256 bytea,
  replaced_at timestamp with time zone,
  person_id text collate "C" not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  address text not null,
  agent text,
  kind text not null default 'browser'::text
);

create table signal_events (
  org_id text collate "C" not null,
  signal_event_id text collate "C" not null,
  signal_id text collate "C" not null,
  register text not null,
  from_value jsonb,
  to_value jsonb,
  at timestamp with time zone not null,
  event_id text collate "C" not null,
  source_id text collate "C" not null,
  version bigint not null default 0,
  made_by text collate "C"
);

create table signal_registers (
  org_id text collate "C" not null,
  signal_id text collate "C" not null,
  state jsonb not null,
  assigned_user_id text collate "C",
  verdict text,
  read_at timestamp with time zone,
  alerted_at timestamp with time zone,
  version bigint not null default 0
);

create table signals (
  org_id text collate "C" not null,
  signal_id text collate "C" not null,
  state jsonb not null,
  listener_id text collate "C",
  source text,
  classification text,
  signal_category text,
  urgency text,
  account_key text collate "C",
  score_version smallint,
  relevance_score smallint,
  posted_at timestamp with time zone,
  stored_at timestamp with time zone,
  names_account boolean,
  locates_account boolean,
  version bigint not null default 0
);

create table silences (
  silence_id text collate "C" not null,
  org_id text collate "C" not null,
  conditions jsonb not null,
  reason text,
  until timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  created_by_kind text,
  created_by_id text collate "C"
);

create table source_activity (
  source_id text collate "C" not null,
  last_delivery_at timestamp with time zone not null
);

create table source_refusals (
  source_id text collate "C" not null,
  step timestamp with time zone not null,
  refusals bigint not null
);

create table source_registry (
  only_row boolean not null default true,
  version bigint not null default 0
);

create table source_rejections (
  rejection_id bigint generated always as identity not null,
  source_id text collate "C" not null,
  at timestamp with time zone not null,
  reason text not null,
  bytes integer not null,
  address text not null,
  finding text,
  detail text
);

create table source_secret_activity (
  secret_id bigint not null,
  last_used_at timestamp with time zone not null
);

create table source_secret_uses (
  secret_id bigint not null,
  step timestamp with time zone not null,
  uses bigint not null
);

create table source_secrets (
  secret_id bigint generated always as identity not null,
  source_id text collate "C" not null,
  ciphertext bytea not null,
  created_at timestamp with time zone not null default now(),
  valid_until timestamp with time zone
);

create table sources (
  source_id text collate "C" not null,
  org_id text collate "C" not null,
  name text not null,
  scheme text not null,
  settings jsonb not null,
  tolerance_seconds integer not null,
  rate_per_minute integer,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now()
);

create table suppressed_addresses (
  channel_id text collate "C" not null,
  address text collate "C" not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  until timestamp with time zone
);

create table troubles (
  trouble_id text collate "C" not null,
  org_id text collate "C" not null,
  kind text not null,
  subject_id text collate "C" not null,
  reason text,
  count integer not null default 0,
  began_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  reported_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table warehouse_cursors (
  warehouse_id text collate "C" not null,
  table_name text collate "C" not null,
  position bigint not null,
  version integer not null,
  history text,
  edition integer not null default 0,
  rows_filled bigint not null default 0,
  reached bigint not null default 0
);

create table warehouse_hours (
  warehouse_id text collate "C" not null,
  hour timestamp with time zone not null,
  most_lag_seconds integer not null
);

create table warehouse_lags (
  warehouse_id text collate "C" not null,
  table_name text collate "C" not null,
  rows_behind bigint not null,
  rows_total bigint,
  rows_per_second double precision not null default 0,
  measured_at timestamp with time zone not null default now()
);

create table warehouse_marks (
  mark uuid not null default gen_random_uuid(),
  warehouse_id text collate "C" not null,
  table_name text collate "C" not null,
  marked_at timestamp with time zone not null default clock_timestamp()
);

create table warehouse_rejects (
  warehouse_id text collate "C" not null,
  table_name text collate "C" not null,
  record_id text collate "C" not null,
  position bigint not null,
  reason text not null,
  rejected_at timestamp with time zone not null default now(),
  attempts integer not null default 1,
  retry_at timestamp with time zone not null default now()
);

create table warehouse_runs (
  warehouse_id text collate "C" not null,
  run_id text collate "C" not null,
  purpose text not null,
  outcome text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default now(),
  times integer not null default 1,
  rows bigint not null,
  rejected bigint not null,
  error text,
  comparison jsonb
);

create table warehouses (
  warehouse_id text collate "C" not null,
  org_id text collate "C" not null,
  kind text not null,
  name text not null,
  settings jsonb not null,
  location text not null,
  ciphertext bytea not null,
  interval_ms integer not null,
  excludes_personal boolean not null,
  is_paused boolean not null default false,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  leased_at timestamp with time zone,
  leased_until timestamp with time zone,
  last_sync_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  verified_at timestamp with time zone,
  differing_rows bigint,
  opened_at timestamp with time zone,
  compared_in text,
  rewrite_reason text,
  rewrite_began_at timestamp with time zone,
  rewrite_ended_at timestamp with time zone,
  edition integer not null default 0,
  has_bounds boolean not null default true,
  personal_key bytea,
  tables text[],
  has_ledger boolean not null default false,
  ledger_captured_after text collate "C",
  has_mail_addresses boolean not null default false
);

create table workspaces (
  org_id text collate "C" not null,
  name text not null,
  plan text not null,
  account_intelligence boolean not null,
  analysis_allowance integer not null,
  created_at timestamp with time zone not null default now(),
  retention_days integer,
  fallback_channel_id text collate "C",
  assistant_policy text not null default 'confirm'::text,
  most_requests_per_minute integer,
  most_open_jobs integer,
  most_listeners integer
);

alter table account_regions add constraint account_regions_pkey PRIMARY KEY (org_id, term, account_key);

alter table account_users add constraint account_users_pkey PRIMARY KEY (org_id, user_id, account_key);

alter table accounts add constraint accounts_pkey PRIMARY KEY (org_id, account_key);

alter table alert_counts add constraint alert_counts_pkey PRIMARY KEY (org_id, step, status, shard);

alter table analyses add constraint analyses_pkey PRIMARY KEY (org_id, analysis_id);

alter table analyses add constraint analyses_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table analysis_calls add constraint analysis_calls_pkey PRIMARY KEY (org_id, key_id);

alter table api_keys add constraint api_keys_owner CHECK (((owner_kind IS NULL) = (owner_id IS NULL)));

alter table api_keys add constraint api_keys_pkey PRIMARY KEY (key_id);

alter table api_keys add constraint api_keys_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table assistant_authorizations add constraint assistant_authorizations_assistant FOREIGN KEY (assistant_id) REFERENCES assistants(assistant_id) ON DELETE CASCADE;

alter table assistant_authorizations add constraint assistant_authorizations_pkey PRIMARY KEY (authorization_id);

alter table assistant_calls add constraint assistant_calls_outcome CHECK ((outcome = ANY (ARRAY['answered'::text, 'asked'::text, 'refused'::text, 'limited'::text, 'failed'::text])));

alter table assistant_calls add constraint assistant_calls_pkey PRIMARY KEY (org_id, at, call_id);

alter table assistant_confirmations add constraint assistant_confirmations_decision CHECK ((decision = ANY (ARRAY['allow'::text, 'deny'::text])));

alter table assistant_confirmations add constraint assistant_confirmations_pkey PRIMARY KEY (confirmation_id);

alter table assistants add constraint assistants_end_reason CHECK ((end_reason = ANY (ARRAY['person'::text, 'admin'::text, 'membership'::text, 'client'::text, 'reuse'::text])));

alter table assistants add constraint assistants_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table assistants add constraint assistants_pkey PRIMARY KEY (assistant_id);

alter table assistants add constraint assistants_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table attempts add constraint attempts_pkey PRIMARY KEY (message_id, number, at);

alter table audit_log add constraint audit_log_actor CHECK ((actor_kind = ANY (ARRAY['person'::text, 'cli'::text, 'key'::text, 'assistant'::text, 'system'::text])));

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (audit_id);

alter table audit_log add constraint audit_log_via CHECK ((via = 'cli'::text));

alter table canary add constraint canary_every CHECK (((every_ms >= 10000) AND (every_ms <= 86400000)));

alter table canary add constraint canary_pkey PRIMARY KEY (org_id);

alter table canary add constraint canary_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table canary_stages add constraint canary_stages_canary FOREIGN KEY (org_id) REFERENCES canary(org_id) ON DELETE CASCADE;

alter table canary_stages add constraint canary_stages_failure CHECK (((error IS NULL) = (failing_since IS NULL)));

alter table canary_stages add constraint canary_stages_pkey PRIMARY KEY (org_id, stage);

alter table change_counts add constraint change_counts_pkey PRIMARY KEY (org_id, shard);

alter table change_inbox add constraint change_inbox_pkey PRIMARY KEY (inbox_id);

alter table changes add constraint changes_pkey PRIMARY KEY (table_name, org_id, record_id);

alter table channel_health add constraint channel_health_channel FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table channel_health add constraint channel_health_pkey PRIMARY KEY (channel_id);

alter table channel_secrets add constraint channel_secrets_channel FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table channel_secrets add constraint channel_secrets_pkey PRIMARY KEY (secret_id);

alter table channel_users add constraint channel_users_channel FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table channel_users add constraint channel_users_pkey PRIMARY KEY (channel_id, external_user_id);

alter table channels add constraint channels_pkey PRIMARY KEY (channel_id);

alter table channels add constraint channels_state CHECK ((state = ANY (ARRAY['active'::text, 'degraded'::text, 'disabled'::text])));

alter table channels add constraint channels_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table collection_signals add constraint collection_signals_collection FOREIGN KEY (org_id, collection_id) REFERENCES collections(org_id, collection_id);

alter table collection_signals add constraint collection_signals_pkey PRIMARY KEY (org_id, collection_id, signal_id);

alter table collections add constraint collections_name UNIQUE (org_id, name_key);

alter table collections add constraint collections_pkey PRIMARY KEY (org_id, collection_id);

alter table connections add constraint connections_pkey PRIMARY KEY (connection_id);

alter table connections add constraint connections_platform UNIQUE (org_id, platform);

alter table connections add constraint connections_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table deal_events add constraint deal_events_pkey PRIMARY KEY (org_id, deal_id, deal_event_id);

alter table deal_external_ids add constraint deal_external_ids_pkey PRIMARY KEY (org_id, external_id);

alter table deals add constraint deals_pkey PRIMARY KEY (org_id, deal_id);

alter table deliveries add constraint deliveries_pkey PRIMARY KEY (delivery_id);

alter table deliveries add constraint deliveries_status CHECK ((status = ANY (ARRAY['queued'::text, 'applied'::text, 'duplicate'::text, 'conflict'::text, 'ignored'::text, 'dead'::text])));

alter table demo_records add constraint demo_records_pkey PRIMARY KEY (org_id, kind, record_id);

alter table demo_records add constraint demo_records_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table device_logins add constraint device_logins_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table device_logins add constraint device_logins_pkey PRIMARY KEY (device_sha256);

alter table device_logins add constraint device_logins_user UNIQUE (user_sha256);

alter table digests add constraint digests_pkey PRIMARY KEY (digest_id);

alter table dispatches add constraint dispatches_pkey PRIMARY KEY (org_id, rule_id, channel_id, signal_id);

alter table dispatches add constraint dispatches_status CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'expired'::text, 'suppressed'::text, 'digested'::text])));

alter table escalation_runs add constraint escalation_runs_due CHECK (((due_at IS NULL) OR (ended_at IS NULL)));

alter table escalation_runs add constraint escalation_runs_end CHECK (((outcome IS NULL) = (ended_at IS NULL)));

alter table escalation_runs add constraint escalation_runs_escalation FOREIGN KEY (escalation_id) REFERENCES escalations(escalation_id);

alter table escalation_runs add constraint escalation_runs_outcome CHECK ((outcome = ANY (ARRAY['taken'::text, 'ended'::text, 'deleted'::text])));

alter table escalation_runs add constraint escalation_runs_pkey PRIMARY KEY (org_id, escalation_id, signal_id);

alter table escalation_runs add constraint escalation_runs_place CHECK (((round > 0) AND (step > 0)));

alter table escalations add constraint escalations_pkey PRIMARY KEY (escalation_id);

alter table escalations add constraint escalations_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table fetched_pages add constraint fetched_pages_budget FOREIGN KEY (budget_id) REFERENCES platform_budgets(budget_id) ON DELETE CASCADE;

alter table fetched_pages add constraint fetched_pages_pkey PRIMARY KEY (budget_id, request_sha256);

alter table finds add constraint finds_pkey PRIMARY KEY (org_id, listener_id, dedupe_key);

alter table finds add constraint finds_state CHECK ((state = ANY (ARRAY['dropped'::text, 'merged'::text, 'held_out'::text, 'waiting'::text, 'delivered'::text, 'refused'::text, 'erased'::text])));

alter table finds add constraint finds_waiting CHECK (((state <> 'waiting'::text) OR ((event IS NOT NULL) AND (event_id IS NOT NULL))));

alter table finished_edits add constraint finished_edits_message FOREIGN KEY (message_id) REFERENCES messages(message_id) ON DELETE CASCADE;

alter table finished_edits add constraint finished_edits_pkey PRIMARY KEY (message_id, at);

alter table handed_reports add constraint handed_reports_pkey PRIMARY KEY (event_id);

alter table handed_reports add constraint handed_reports_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (key_id, method, path, idempotency_key);

alter table idempotency_keys add constraint idempotency_keys_state CHECK (
CASE
    WHEN (answer IS NULL) THEN ((answered_at IS NULL) AND (leased_until IS NOT NULL))
    ELSE ((answered_at IS NOT NULL) AND (leased_until IS NULL))
END);

alter table identities add constraint identities_pkey PRIMARY KEY (source_id, event_id);

alter table inbox_entries add constraint inbox_entries_member FOREIGN KEY (org_id, person_id) REFERENCES memberships(org_id, person_id) ON DELETE CASCADE;

alter table inbox_entries add constraint inbox_entries_message FOREIGN KEY (org_id, message_id) REFERENCES inbox_messages(org_id, message_id) ON DELETE CASCADE;

alter table inbox_entries add constraint inbox_entries_pkey PRIMARY KEY (org_id, person_id, message_id);

alter table inbox_messages add constraint inbox_messages_pkey PRIMARY KEY (org_id, message_id);

alter table inbox_messages add constraint inbox_messages_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table invitations add constraint invitations_email_is_lower_case CHECK ((email = lower(email)));

alter table invitations add constraint invitations_pkey PRIMARY KEY (invitation_id);

alter table invitations add constraint invitations_role CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text])));

alter table invitations add constraint invitations_token UNIQUE (token_sha256);

alter table invitations add constraint invitations_used_by FOREIGN KEY (used_by) REFERENCES people(person_id);

alter table invitations add constraint invitations_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table job_items add constraint job_items_job FOREIGN KEY (job_id) REFERENCES jobs(job_id) ON DELETE CASCADE;

alter table job_items add constraint job_items_pkey PRIMARY KEY (job_id, item_id);

alter table jobs add constraint jobs_ended CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['done'::text, 'stopped'::text, 'failed'::text]))));

alter table jobs add constraint jobs_pkey PRIMARY KEY (job_id);

alter table jobs add constraint jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'failed'::text])));

alter table jobs add constraint jobs_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table ledger_counts add constraint ledger_counts_pkey PRIMARY KEY (org_id, step, status, shard);

alter table ledger_events add constraint ledger_events_pkey PRIMARY KEY (org_id, delivery_id);

alter table listener_costs add constraint listener_costs_pkey PRIMARY KEY (org_id, listener_id, day, kind, name, unit);

alter table listener_costs add constraint listener_costs_schedule FOREIGN KEY (org_id, listener_id) REFERENCES listener_schedules(org_id, listener_id) ON DELETE CASCADE;

alter table listener_counts add constraint listener_counts_pkey PRIMARY KEY (org_id, listener_id, shard);

alter table listener_schedules add constraint listener_schedules_pkey PRIMARY KEY (org_id, listener_id);

alter table listener_schedules add constraint listener_schedules_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table listener_weights add constraint listener_weights_pkey PRIMARY KEY (org_id, listener_id);

alter table listener_weights add constraint listener_weights_schedule FOREIGN KEY (org_id, listener_id) REFERENCES listener_schedules(org_id, listener_id) ON DELETE CASCADE;

alter table listeners add constraint listeners_pkey PRIMARY KEY (org_id, listener_id);

alter table login_links add constraint login_links_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table login_links add constraint login_links_pkey PRIMARY KEY (token_sha256);

alter table memberships add constraint memberships_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table memberships add constraint memberships_pkey PRIMARY KEY (org_id, person_id);

alter table memberships add constraint memberships_role CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text])));

alter table memberships add constraint memberships_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table message_edits add constraint message_edits_message FOREIGN KEY (message_id) REFERENCES messages(message_id) ON DELETE CASCADE;

alter table message_edits add constraint message_edits_pkey PRIMARY KEY (message_id);

alter table messages add constraint messages_kind CHECK ((kind = ANY (ARRAY['instant'::text, 'digest'::text, 'event'::text, 'test'::text, 'notice'::text, 'follow_up'::text])));

alter table messages add constraint messages_pkey PRIMARY KEY (message_id);

alter table messages add constraint messages_status CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'expired'::text, 'suppressed'::text])));

alter table mirrored_records add constraint mirrored_records_pkey PRIMARY KEY (table_name, org_id, record_id);

alter table model_calls add constraint model_calls_pkey PRIMARY KEY (org_id, day, kind);

alter table notes add constraint notes_pkey PRIMARY KEY (org_id, note_id);

alter table notice_mails add constraint notice_mails_pkey PRIMARY KEY (notice_mail_id);

alter table notice_mails add constraint notice_mails_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table oauth_artifacts add constraint oauth_artifacts_assistant FOREIGN KEY (assistant_id) REFERENCES assistants(assistant_id) ON DELETE CASCADE;

alter table oauth_artifacts add constraint oauth_artifacts_pkey PRIMARY KEY (artifact_sha256);

alter table oauth_keys add constraint oauth_keys_pkey PRIMARY KEY (key_id);

alter table pending_changes add constraint pending_changes_pkey PRIMARY KEY (pending_change_id);

alter table people add constraint people_email_is_lower_case CHECK ((email = lower(email)));

alter table people add constraint people_pkey PRIMARY KEY (person_id);

alter table people add constraint people_unproven_email_is_lower_case CHECK ((unproven_email = lower(unproven_email)));

alter table person_logins add constraint person_logins_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table person_logins add constraint person_logins_pkey PRIMARY KEY (issuer, subject);

alter table platform_budgets add constraint platform_budgets_pkey PRIMARY KEY (budget_id);

alter table platform_shares add constraint platform_shares_budget FOREIGN KEY (budget_id) REFERENCES platform_budgets(budget_id) ON DELETE CASCADE;

alter table platform_shares add constraint platform_shares_pkey PRIMARY KEY (budget_id, unit, window_ms, org_id);

alter table platform_spending add constraint platform_spending_budget FOREIGN KEY (budget_id) REFERENCES platform_budgets(budget_id) ON DELETE CASCADE;

alter table platform_spending add constraint platform_spending_pkey PRIMARY KEY (budget_id, unit, window_ms);

alter table processes add constraint processes_pkey PRIMARY KEY (process_id);

alter table rate_windows add constraint rate_windows_pkey PRIMARY KEY (bucket, window_start);

alter table requests add constraint requests_pkey PRIMARY KEY (request_id);

alter table rule_turns add constraint rule_turns_pkey PRIMARY KEY (rule_id);

alter table rule_turns add constraint rule_turns_rule FOREIGN KEY (rule_id) REFERENCES rules(rule_id);

alter table rules add constraint rules_pkey PRIMARY KEY (rule_id);

alter table rules add constraint rules_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table saved_views add constraint saved_views_pkey PRIMARY KEY (view_id);

alter table saved_views add constraint saved_views_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table schema_compatibility add constraint schema_compatibility_one_row CHECK (is_only);

alter table schema_compatibility add constraint schema_compatibility_pkey PRIMARY KEY (is_only);

alter table searches add constraint searches_pkey PRIMARY KEY (org_id, listener_id, search_id);

alter table searches add constraint searches_schedule FOREIGN KEY (org_id, listener_id) REFERENCES listener_schedules(org_id, listener_id) ON DELETE CASCADE;

alter table sessions add constraint sessions_kind CHECK ((kind = ANY (ARRAY['browser'::text, 'cli'::text])));

alter table sessions add constraint sessions_person FOREIGN KEY (person_id) REFERENCES people(person_id);

alter table sessions add constraint sessions_pkey PRIMARY KEY (session_id);

alter table sessions add constraint sessions_token UNIQUE (token_sha256);

alter table signal_events add constraint signal_events_pkey PRIMARY KEY (org_id, signal_event_id);

alter table signal_registers add constraint signal_registers_pkey PRIMARY KEY (org_id, signal_id);

alter table signals add constraint signals_pkey PRIMARY KEY (org_id, signal_id);

alter table silences add constraint silences_pkey PRIMARY KEY (silence_id);

alter table silences add constraint silences_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table source_activity add constraint source_activity_pkey PRIMARY KEY (source_id);

alter table source_activity add constraint source_activity_source FOREIGN KEY (source_id) REFERENCES sources(source_id);

alter table source_refusals add constraint source_refusals_pkey PRIMARY KEY (source_id, step);

alter table source_refusals add constraint source_refusals_source FOREIGN KEY (source_id) REFERENCES sources(source_id) ON DELETE CASCADE;

alter table source_registry add constraint source_registry_has_one_row CHECK (only_row);

alter table source_registry add constraint source_registry_pkey PRIMARY KEY (only_row);

alter table source_rejections add constraint source_rejections_pkey PRIMARY KEY (rejection_id);

alter table source_rejections add constraint source_rejections_source FOREIGN KEY (source_id) REFERENCES sources(source_id);

alter table source_secret_activity add constraint source_secret_activity_pkey PRIMARY KEY (secret_id);

alter table source_secret_activity add constraint source_secret_activity_secret FOREIGN KEY (secret_id) REFERENCES source_secrets(secret_id);

alter table source_secret_uses add constraint source_secret_uses_pkey PRIMARY KEY (secret_id, step);

alter table source_secret_uses add constraint source_secret_uses_secret FOREIGN KEY (secret_id) REFERENCES source_secrets(secret_id) ON DELETE CASCADE;

alter table source_secrets add constraint source_secrets_pkey PRIMARY KEY (secret_id);

alter table source_secrets add constraint source_secrets_source FOREIGN KEY (source_id) REFERENCES sources(source_id);

alter table sources add constraint sources_pkey PRIMARY KEY (source_id);

alter table sources add constraint sources_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table suppressed_addresses add constraint suppressed_addresses_channel FOREIGN KEY (channel_id) REFERENCES channels(channel_id);

alter table suppressed_addresses add constraint suppressed_addresses_lower_case CHECK ((address = lower(address)));

alter table suppressed_addresses add constraint suppressed_addresses_pkey PRIMARY KEY (channel_id, address);

alter table troubles add constraint troubles_kind CHECK ((kind = ANY (ARRAY['channel_degraded'::text, 'channel_disabled'::text, 'alerts_expired'::text, 'warehouse_degraded'::text, 'warehouse_behind'::text, 'warehouse_differs'::text])));

alter table troubles add constraint troubles_pkey PRIMARY KEY (trouble_id);

alter table troubles add constraint troubles_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table warehouse_cursors add constraint warehouse_cursors_pkey PRIMARY KEY (warehouse_id, table_name);

alter table warehouse_cursors add constraint warehouse_cursors_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses(warehouse_id) ON DELETE CASCADE;

alter table warehouse_hours add constraint warehouse_hours_pkey PRIMARY KEY (warehouse_id, hour);

alter table warehouse_hours add constraint warehouse_hours_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses(warehouse_id) ON DELETE CASCADE;

alter table warehouse_lags add constraint warehouse_lags_pkey PRIMARY KEY (warehouse_id, table_name);

alter table warehouse_lags add constraint warehouse_lags_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses(warehouse_id) ON DELETE CASCADE;

alter table warehouse_marks add constraint warehouse_marks_pkey PRIMARY KEY (mark);

alter table warehouse_rejects add constraint warehouse_rejects_pkey PRIMARY KEY (warehouse_id, table_name, record_id);

alter table warehouse_rejects add constraint warehouse_rejects_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses(warehouse_id) ON DELETE CASCADE;

alter table warehouse_runs add constraint warehouse_runs_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'interrupted'::text, 'failed'::text])));

alter table warehouse_runs add constraint warehouse_runs_pkey PRIMARY KEY (warehouse_id, run_id);

alter table warehouse_runs add constraint warehouse_runs_purpose CHECK ((purpose = ANY (ARRAY['sync'::text, 'backfill'::text, 'comparison'::text, 'repair'::text])));

alter table warehouse_runs add constraint warehouse_runs_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouses(warehouse_id) ON DELETE CASCADE;

alter table warehouses add constraint warehouses_interval CHECK (((interval_ms >= 1000) AND (interval_ms <= 3600000)));

alter table warehouses add constraint warehouses_location UNIQUE (org_id, kind, location);

alter table warehouses add constraint warehouses_pkey PRIMARY KEY (warehouse_id);

alter table warehouses add constraint warehouses_workspace FOREIGN KEY (org_id) REFERENCES workspaces(org_id);

alter table workspaces add constraint workspaces_assistant_policy CHECK ((assistant_policy = ANY (ARRAY['off'::text, 'read'::text, 'confirm'::text, 'write'::text])));

alter table workspaces add constraint workspaces_fallback FOREIGN KEY (fallback_channel_id) REFERENCES channels(channel_id) NOT VALID;

alter table workspaces add constraint workspaces_limits CHECK (((most_requests_per_minute >= 0) AND (most_open_jobs >= 1) AND (most_listeners >= 0)));

alter table workspaces add constraint workspaces_pkey PRIMARY KEY (org_id);

alter table workspaces add constraint workspaces_retention_days CHECK (((retention_days >= 1) AND (retention_days <= 36500)));

CREATE INDEX accounts_listed ON accounts USING btree (org_id, account_key) WHERE is_listed;

CREATE INDEX alert_counts_by_step ON alert_counts USING btree (step);

CREATE INDEX analyses_by_time ON analyses USING btree (org_id, reserved_at);

CREATE INDEX api_keys_by_workspace ON api_keys USING btree (org_id);

CREATE INDEX assistant_authorizations_by_assistant ON assistant_authorizations USING btree (assistant_id);

CREATE INDEX assistant_authorizations_by_end ON assistant_authorizations USING btree (ends_at);

CREATE INDEX assistant_confirmations_by_end ON assistant_confirmations USING btree (ends_at);

CREATE INDEX assistant_confirmations_by_input ON assistant_confirmations USING btree (assistant_id, input_sha256);

CREATE INDEX assistants_by_end ON assistants USING btree (ends_at);

CREATE INDEX assistants_by_person ON assistants USING btree (person_id);

CREATE INDEX assistants_by_workspace ON assistants USING btree (org_id, assistant_id);

CREATE INDEX audit_log_by_act ON audit_log USING btree (org_id, act, audit_id);

CREATE INDEX audit_log_by_actor ON audit_log USING btree (org_id, actor_id, audit_id);

CREATE INDEX audit_log_by_workspace ON audit_log USING btree (org_id, audit_id);

CREATE INDEX changes_by_position ON changes USING btree (org_id, table_name, "position");

CREATE INDEX channel_secrets_by_channel ON channel_secrets USING btree (channel_id);

CREATE INDEX channels_by_workspace ON channels USING btree (org_id, channel_id);

CREATE UNIQUE INDEX channels_one_inbox ON channels USING btree (org_id) WHERE (kind = 'inbox'::text);

CREATE INDEX collection_signals_by_signal ON collection_signals USING btree (org_id, signal_id);

CREATE INDEX collection_signals_by_time ON collection_signals USING btree (org_id, collection_id, saved_at DESC, signal_id DESC);

CREATE INDEX collections_by_creation ON collections USING btree (org_id, created_at DESC, collection_id DESC);

CREATE UNIQUE INDEX deal_events_by_id ON deal_events USING btree (org_id, deal_event_id);

CREATE INDEX deals_by_account ON deals USING btree (org_id, ((state #>> '{last,document,accountKey}'::text[]))) WHERE (created_at IS NOT NULL);

CREATE INDEX deals_by_creation ON deals USING btree (org_id, created_at DESC, deal_id DESC) WHERE (created_at IS NOT NULL);

CREATE INDEX deals_by_signal ON deals USING btree (org_id, ((state #>> '{last,document,signalId}'::text[]))) WHERE (created_at IS NOT NULL);

CREATE INDEX deals_by_stage ON deals USING btree (org_id, stage, created_at DESC, deal_id DESC) WHERE (created_at IS NOT NULL);

CREATE INDEX deliveries_by_error ON deliveries USING btree (org_id, (
CASE status
    WHEN 'dead'::text THEN
    CASE
        WHEN (issues IS NULL) THEN 'failed'::text
        ELSE 'invalid_data'::text
    END
    WHEN 'queued'::text THEN 'retrying'::text
    ELSE
    CASE error
        WHEN 'erased'::text THEN 'erased'::text
        ELSE 'discarded'::text
    END
END), delivery_id) WHERE ((status = 'dead'::text) OR ((status = 'queued'::text) AND (attempts > 0)) OR ((status = 'ignored'::text) AND (error = ANY (ARRAY['discarded by an operator'::text, 'erased'::text]))));

CREATE INDEX deliveries_by_event ON deliveries USING btree (org_id, event_id, delivery_id);

CREATE INDEX deliveries_by_record ON deliveries USING btree (org_id, record_id, delivery_id) WHERE (record_id IS NOT NULL);

CREATE INDEX deliveries_by_source ON deliveries USING btree (org_id, source_id, status, delivery_id) WHERE (status <> 'queued'::text);

CREATE INDEX deliveries_by_status ON deliveries USING btree (org_id, status, delivery_id) WHERE (status <> ALL (ARRAY['queued'::text, 'applied'::text]));

CREATE INDEX deliveries_by_type ON deliveries USING btree (org_id, type, status, delivery_id) WHERE (status <> 'queued'::text);

CREATE INDEX deliveries_by_workspace ON deliveries USING btree (org_id, delivery_id);

CREATE INDEX deliveries_due ON deliveries USING btree (due_at) WHERE (status = 'queued'::text);

CREATE INDEX deliveries_queued ON deliveries USING btree (org_id, delivery_id) WHERE (status = 'queued'::text);

CREATE INDEX device_logins_by_end ON device_logins USING btree (ends_at);

CREATE INDEX device_logins_by_person ON device_logins USING btree (person_id);

CREATE INDEX digests_by_throttle ON digests USING btree (org_id, rule_id, channel_id, due_at) WHERE (reason = 'throttle'::text);

CREATE INDEX digests_due ON digests USING btree (due_at) WHERE is_open;

CREATE UNIQUE INDEX digests_open ON digests USING btree (org_id, rule_id, channel_id, group_key) WHERE is_open;

CREATE INDEX dispatches_at_once ON dispatches USING btree (org_id, rule_id, channel_id, decided_at) WHERE is_instant;

CREATE INDEX dispatches_by_channel ON dispatches USING btree (org_id, channel_id, status, decided_at, decision_number);

CREATE INDEX dispatches_by_decision ON dispatches USING btree (org_id, decision_number);

CREATE INDEX dispatches_by_digest ON dispatches USING btree (digest_id) WHERE (digest_id IS NOT NULL);

CREATE UNIQUE INDEX dispatches_by_id ON dispatches USING btree (org_id, ((decision_number)::text) COLLATE "C");

CREATE INDEX dispatches_by_post ON dispatches USING btree (org_id, rule_id, channel_id, post_key, decided_at) WHERE (post_key IS NOT NULL);

CREATE INDEX dispatches_by_reason ON dispatches USING btree (org_id, channel_id, reason, decided_at, decision_number) WHERE (reason IS NOT NULL);

CREATE INDEX dispatches_by_rule ON dispatches USING btree (org_id, rule_id, channel_id, status, decided_at, decision_number);

CREATE INDEX dispatches_by_signal ON dispatches USING btree (org_id, signal_id);

CREATE INDEX dispatches_by_status ON dispatches USING btree (org_id, status, decided_at, decision_number);

CREATE UNIQUE INDEX dispatches_by_step ON dispatches USING btree (org_id, escalation_id, signal_id, round, step) WHERE (escalation_id IS NOT NULL);

CREATE INDEX dispatches_pending ON dispatches USING btree (channel_id) WHERE (status = 'pending'::text);

CREATE INDEX escalation_runs_due ON escalation_runs USING btree (org_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX escalation_runs_lost ON escalation_runs USING btree (org_id, ended_at) WHERE (outcome = 'ended'::text);

CREATE INDEX escalation_runs_of_escalation ON escalation_runs USING btree (escalation_id) WHERE (ended_at IS NULL);

CREATE INDEX escalation_runs_standing ON escalation_runs USING btree (org_id, signal_id, escalation_id) WHERE (ended_at IS NULL);

CREATE INDEX escalation_runs_taken ON escalation_runs USING btree (org_id, ended_at) WHERE (outcome = 'taken'::text);

CREATE INDEX escalations_by_workspace ON escalations USING btree (org_id, escalation_id);

CREATE INDEX fetched_pages_by_age ON fetched_pages USING btree (fetched_at);

CREATE INDEX finds_by_age ON finds USING btree (first_seen_at);

CREATE INDEX finds_by_title ON finds USING btree (org_id, listener_id, title_key) WHERE (title_key IS NOT NULL);

CREATE INDEX finds_of_listener ON finds USING btree (org_id, listener_id, first_seen_at);

CREATE INDEX finds_of_signal ON finds USING btree (org_id, signal_id);

CREATE INDEX finds_shown ON finds USING btree (org_id, listener_id, first_seen_at) WHERE (state = ANY (ARRAY['waiting'::text, 'delivered'::text]));

CREATE INDEX finds_to_reread ON finds USING btree (reread_at) WHERE (reread_at IS NOT NULL);

CREATE INDEX finds_to_send ON finds USING btree (first_seen_at) WHERE (event IS NOT NULL);

CREATE INDEX finds_waiting ON finds USING btree (first_seen_at) WHERE (state = 'waiting'::text);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (COALESCE(answered_at, leased_until));

CREATE INDEX identities_by_age ON identities USING brin (applied_at);

CREATE INDEX inbox_entries_by_arrival ON inbox_entries USING btree (org_id, person_id, created_at, message_id);

CREATE INDEX inbox_entries_by_message ON inbox_entries USING btree (org_id, message_id);

CREATE INDEX inbox_entries_by_place ON inbox_entries USING btree (org_id, person_id, ((read_at IS NULL)), rank, message_id);

CREATE INDEX inbox_messages_by_age ON inbox_messages USING btree (created_at);

CREATE INDEX inbox_messages_by_arrival ON inbox_messages USING btree (org_id, created_at);

CREATE INDEX inbox_messages_by_signal ON inbox_messages USING gin (signal_ids);

CREATE INDEX invitations_by_workspace ON invitations USING btree (org_id, invitation_id);

CREATE INDEX invitations_open ON invitations USING btree (email) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX invitations_open_by_inviter ON invitations USING btree (invited_by_id) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX jobs_by_workspace ON jobs USING btree (org_id, job_id);

CREATE INDEX jobs_open ON jobs USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX ledger_counts_by_step ON ledger_counts USING btree (step);

CREATE INDEX ledger_events_by_signal ON ledger_events USING gin (signal_ids);

CREATE INDEX ledger_events_with_contents ON ledger_events USING btree (org_id, delivery_id) WHERE (event IS NOT NULL);

CREATE INDEX listener_schedules_due ON listener_schedules USING btree (due_at) WHERE (NOT is_paused);

CREATE INDEX listeners_by_creation ON listeners USING btree (org_id, created_at DESC, listener_id DESC) WHERE (created_at IS NOT NULL);

CREATE INDEX login_links_by_end ON login_links USING btree (ends_at);

CREATE INDEX login_links_by_person ON login_links USING btree (person_id);

CREATE INDEX memberships_by_person ON memberships USING btree (person_id);

CREATE INDEX message_edits_due ON message_edits USING btree (due_at);

CREATE INDEX messages_by_age ON messages USING brin (created_at);

CREATE INDEX messages_by_channel ON messages USING btree (channel_id, message_id);

CREATE INDEX messages_by_digest ON messages USING btree (digest_id) WHERE (digest_id IS NOT NULL);

CREATE INDEX messages_by_event ON messages USING btree (org_id, ((event ->> 'id'::text))) WHERE (event IS NOT NULL);

CREATE INDEX messages_by_signal ON messages USING btree (org_id, signal_id) WHERE (signal_id IS NOT NULL);

CREATE UNIQUE INDEX messages_by_taking ON messages USING btree (channel_id, recipient, signal_id) WHERE (kind = 'follow_up'::text);

CREATE INDEX messages_due ON messages USING btree (channel_id, is_retry, due_at) WHERE (status = 'pending'::text);

CREATE INDEX messages_expiring ON messages USING btree (expires_at) WHERE ((status = 'pending'::text) AND (expires_at IS NOT NULL));

CREATE INDEX messages_leased ON messages USING btree (leased_until) WHERE (status = 'sending'::text);

CREATE INDEX messages_tried ON messages USING btree (channel_id, settled_at, due_at) WHERE (attempts > 0);

CREATE INDEX messages_waiting ON messages USING btree (channel_id, COALESCE(waits_since, created_at)) WHERE (status = ANY (ARRAY['pending'::text, 'sending'::text]));

CREATE INDEX notes_by_target ON notes USING btree (org_id, target_type, target_id, created_at DESC, note_id DESC);

CREATE INDEX notice_mails_due ON notice_mails USING btree (due_at);

CREATE INDEX oauth_artifacts_by_assistant ON oauth_artifacts USING btree (assistant_id);

CREATE INDEX oauth_artifacts_by_end ON oauth_artifacts USING btree (ends_at);

CREATE INDEX oauth_artifacts_by_grant ON oauth_artifacts USING btree (grant_id);

CREATE UNIQUE INDEX people_by_email ON people USING btree (email) WHERE (disabled_at IS NULL);

CREATE INDEX people_by_unproven_email ON people USING btree (unproven_email) WHERE ((unproven_email IS NOT NULL) AND (disabled_at IS NULL));

CREATE INDEX person_logins_by_person ON person_logins USING btree (person_id);

CREATE INDEX rules_in_order ON rules USING btree (org_id, "position", rule_id) WHERE (deleted_at IS NULL);

CREATE INDEX saved_views_visible ON saved_views USING btree (org_id, is_shared, created_by_id);

CREATE INDEX sessions_by_end ON sessions USING btree (ends_at);

CREATE INDEX sessions_by_person ON sessions USING btree (person_id);

CREATE UNIQUE INDEX sessions_by_replaced ON sessions USING btree (replaced_sha256);

CREATE INDEX signal_events_by_signal ON signal_events USING btree (org_id, signal_id, signal_event_id);

CREATE INDEX signal_registers_by_assignee ON signal_registers USING btree (org_id, assigned_user_id) WHERE (assigned_user_id IS NOT NULL);

CREATE INDEX signal_registers_by_verdict ON signal_registers USING btree (org_id, verdict, signal_id) WHERE (verdict IS NOT NULL);

CREATE INDEX signals_by_account ON signals USING btree (org_id, account_key, names_account, locates_account, posted_at, signal_id) WHERE (account_key IS NOT NULL);

CREATE INDEX signals_by_account_score ON signals USING btree (org_id, account_key, COALESCE(score_version, (1)::smallint), relevance_score) WHERE (account_key IS NOT NULL);

CREATE INDEX signals_by_account_time ON signals USING btree (org_id, account_key, posted_at DESC, signal_id DESC) WHERE (account_key IS NOT NULL);

CREATE INDEX signals_by_facets ON signals USING btree (org_id, source, classification, urgency, signal_category, COALESCE(score_version, (1)::smallint), score_version) WHERE (relevance_score IS NOT NULL);

CREATE INDEX signals_by_listener ON signals USING btree (org_id, listener_id, stored_at DESC) WHERE ((listener_id IS NOT NULL) AND (relevance_score IS NOT NULL));

CREATE INDEX signals_by_score_and_filters ON signals USING btree (org_id, relevance_score DESC, posted_at DESC, signal_id DESC, source, classification, urgency, signal_category, COALESCE(score_version, (1)::smallint), listener_id) WHERE (relevance_score IS NOT NULL);

CREATE INDEX signals_by_storing ON signals USING btree (org_id, stored_at, signal_id) WHERE (relevance_score IS NOT NULL);

CREATE INDEX silences_by_workspace ON silences USING btree (org_id, silence_id);

CREATE INDEX silences_standing ON silences USING btree (org_id, until) WHERE (ended_at IS NULL);

CREATE INDEX source_refusals_by_step ON source_refusals USING btree (step);

CREATE INDEX source_rejections_by_source ON source_rejections USING btree (source_id, rejection_id);

CREATE INDEX source_secret_uses_by_step ON source_secret_uses USING btree (step);

CREATE INDEX source_secrets_by_source ON source_secrets USING btree (source_id);

CREATE INDEX troubles_ended ON troubles USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX troubles_standing ON troubles USING btree (org_id, kind, subject_id) WHERE (ended_at IS NULL);

CREATE INDEX warehouse_marks_by_table ON warehouse_marks USING btree (warehouse_id, table_name, marked_at);

CREATE INDEX warehouse_rejects_due ON warehouse_rejects USING btree (warehouse_id, retry_at);

CREATE INDEX warehouses_with_ledger ON warehouses USING btree (org_id) WHERE has_ledger;

CREATE OR REPLACE FUNCTION accounts_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'accounts', org_id, "account_key" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION attempts_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin

    insert into mirrored_records as known (table_name, org_id, record_id, state)
  select 'attempts', m.org_id, a.message_id || ':' || a.number, jsonb_build_object(
    'messageId', a.message_id, 'number', a.number, 'kind', m.kind, 'dispatchId', d.decision_number,
    'digestId', m.digest_id, 'channelId', m.channel_id, 'signalId', m.signal_id, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'outcome', a.outcome, 'httpStatus', a.http_status, 'durationMs', a.duration_ms)
  from changed a
  join messages m using (message_id)
  left join dispatches d on m.kind = 'instant' and d.org_id = m.org_id and d.rule_id = m.rule_id
    and d.channel_id = m.channel_id and d.signal_id = m.signal_id
  where m.kind in ('instant', 'digest', 'follow_up')
  order by 2, 3
    on conflict (table_name, org_id, record_id) do update set state = excluded.state
    where known.state is distinct from excluded.state;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION collection_signals_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update mirrored_records set state = null
      where table_name = 'saves' and (org_id, record_id) in (select org_id, collection_id || ':' || signal_id from changed);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION collection_signals_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin

    insert into mirrored_records as known (table_name, org_id, record_id, state)
    select 'saves', org_id, collection_id || ':' || signal_id, jsonb_build_object('collectionId', collection_id, 'signalId', signal_id, 'savedAt', to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from "changed" order by 2, 3
    on conflict (table_name, org_id, record_id) do update set state = excluded.state
    where known.state is distinct from excluded.state;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION collections_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update mirrored_records set state = null
      where table_name = 'collections' and (org_id, record_id) in (select org_id, collection_id from changed);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION collections_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin

    insert into mirrored_records as known (table_name, org_id, record_id, state)
    select 'collections', org_id, collection_id, jsonb_build_object('name', name, 'description', description, 'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from "changed" order by 2, 3
    on conflict (table_name, org_id, record_id) do update set state = excluded.state
    where known.state is distinct from excluded.state;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION count_changed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_counts as known (org_id, shard, changed)
      select org_id, 0, count(*) from placed group by 1 order by 1
      on conflict (org_id, shard) do update set changed = known.changed + excluded.changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION count_decided_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into alert_counts as known (org_id, step, status, shard, alerts)
      select org_id, ledger_step(decided_at), status, pg_backend_pid() % 16, count(*)
      from decided where decided_at > now() - interval '8 days'
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = known.alerts + excluded.alerts;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION count_moved_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into alert_counts as known (org_id, step, status, shard, alerts)
      select org_id, ledger_step(decided_at), status, pg_backend_pid() % 16, sum(change)
      from (
        select org_id, decided_at, status, 1 as change from moved_after
        union all
        select org_id, decided_at, status, -1 from moved_before
      ) changed
      where decided_at > now() - interval '8 days'
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = known.alerts + excluded.alerts;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION count_settled_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into ledger_counts as known (org_id, step, status, shard, deliveries)
      select org_id, ledger_step(received_at) as step, status, pg_backend_pid() % 16, sum(change)
      from (
        select org_id, received_at, status, 1 as change from settled_after
        union all
        select org_id, received_at, status, -1 from settled_before
      ) changed
      where status <> 'queued' and received_at > now() - interval '8 days'
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set deliveries = known.deliveries + excluded.deliveries;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION deal_events_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'deal_events', org_id, deal_event_id from changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION deals_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'deals', org_id, "deal_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION dispatches_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'dispatches', org_id, decision_number::text from changed
      union all
      select 'escalation_steps', org_id, decision_number::text from changed where escalation_id is not null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION draw_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.version := nextval('row_versions');
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION fits_type(value text, type text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
    begin
      execute format('select %L::%s', value, type);
      return true;
    exception when data_exception then
      return false;
    end
    $function$;

CREATE OR REPLACE FUNCTION ledger_events_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'ledger_events', org_id, delivery_id from changed where not has_left;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION ledger_step(received_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select date_bin('5 minutes', received_at, timestamptz '2000-01-01 00:00:00Z') $function$;

CREATE OR REPLACE FUNCTION listener_counts_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'listeners', org_id, "listener_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION listeners_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'listeners', org_id, "listener_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION memberships_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin

      update mirrored_records set state = null
      where table_name = 'people' and (org_id, record_id) in (select org_id, person_id from gone);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION memberships_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin

  insert into mirrored_records as known (table_name, org_id, record_id, state)
  select 'people', m.org_id, m.person_id, jsonb_build_object('name', p.name, 'email', p.email, 'role', m.role)
  from changed m join people p on p.person_id = m.person_id
  order by 2, 3 for share of p
  on conflict (table_name, org_id, record_id) do update set state = excluded.state
  where known.state is distinct from excluded.state;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION mirrored_records_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id) select table_name, org_id, record_id from changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION move_source_registry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update source_registry set version = version + 1;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION note_channel_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.state_since := now();
      return new;
    end
    $function$;

CREATE OR REPLACE FUNCTION notes_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'notes', org_id, "note_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION people_mirror()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin

  insert into mirrored_records as known (table_name, org_id, record_id, state)
  select 'people', m.org_id, m.person_id, jsonb_build_object('name', p.name, 'email', p.email, 'role', m.role)
  from (
  select memberships.* from memberships join changed using (person_id) join before using (person_id)
  where (changed.name, changed.email) is distinct from (before.name, before.email)
) m join people p on p.person_id = m.person_id
  order by 2, 3 for share of p
  on conflict (table_name, org_id, record_id) do update set state = excluded.state
  where known.state is distinct from excluded.state;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION read_json(bytes bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
    declare content text;
    begin
      content := convert_from(bytes, 'UTF8');
      begin
        return content::jsonb;
      exception when others then
        content := regexp_replace(content, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g');
        content := regexp_replace(content, '(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g');
        content := regexp_replace(content, '(?<!\\u[dD][89abAB][0-9a-fA-F]{2})(?<!\\)((?:\\\\)*)\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\1\\ufffd', 'g');
        return content::jsonb;
      end;
    exception when others then
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION recount_alerts()
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into alert_counts (org_id, step, status, shard, alerts)
      select org_id, step, status, -1, sum(alerts) from (
        select org_id, ledger_step(decided_at) as step, status, count(*) as alerts from dispatches
        where decided_at > now() - interval '8 days' group by 1, 2, 3
        union all
        select org_id, step, status, case when shard >= 0 then -alerts else 0 end from alert_counts
      ) counted
      group by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = excluded.alerts
    $function$;

CREATE OR REPLACE FUNCTION recount_changes()
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into change_counts (org_id, shard, changed)
      select org_id, -1, sum(changed) from (
        select org_id, count(*) as changed from changes group by 1
        union all
        select org_id, case when shard >= 0 then -changed else 0 end from change_counts
      ) counted
      group by 1
      on conflict (org_id, shard) do update set changed = excluded.changed
    $function$;

CREATE OR REPLACE FUNCTION recount_ledger(since_delivery_id text)
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into ledger_counts (org_id, step, status, shard, deliveries)
      select org_id, step, status, -1, sum(deliveries) from (
        select org_id, ledger_step(received_at) as step, status, count(*) as deliveries from deliveries
        where delivery_id >= since_delivery_id and status <> 'queued' and received_at > now() - interval '8 days'
        group by 1, 2, 3
        union all
        select org_id, step, status, case when shard >= 0 then -deliveries else 0 end from ledger_counts
      ) counted
      group by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set deliveries = excluded.deliveries
    $function$;

CREATE OR REPLACE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'audit_log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
    end $function$;

CREATE OR REPLACE FUNCTION refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'Rows of % are never removed: warehouses would keep them. Delete the record instead, which leaves a tombstone.', tg_table_name
        using errcode = 'restrict_violation';
    end $function$;

CREATE OR REPLACE FUNCTION signal_events_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'signal_events', org_id, "signal_event_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION signal_registers_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'signals', org_id, "signal_id" from changed ;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION signals_note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'signals', org_id, "signal_id" from changed where state <> '{}';
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION signals_of_event(event jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select coalesce(array_agg(distinct id #>> '{}'), '{}') from (
        select jsonb_path_query(event, '$.data.signalId') as id
        union all
        select jsonb_path_query(event, '$.data.signal.id')
      ) named where jsonb_typeof(id) = 'string'
    $function$;

CREATE TRIGGER accounts_draw_version BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER accounts_note_insert AFTER INSERT ON accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION accounts_note_changes();

CREATE TRIGGER accounts_note_update AFTER UPDATE ON accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION accounts_note_changes();

CREATE TRIGGER accounts_redraw_version BEFORE UPDATE ON accounts FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER accounts_refuse_delete BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER accounts_refuse_truncate BEFORE TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER attempts_mirror_insert AFTER INSERT ON attempts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION attempts_mirror();

CREATE TRIGGER attempts_mirror_update AFTER UPDATE ON attempts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION attempts_mirror();

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER changes_are_counted AFTER INSERT ON changes REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_rows();

CREATE TRIGGER channel_secrets_move_registry AFTER INSERT OR DELETE OR UPDATE ON channel_secrets FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER channel_users_move_registry AFTER INSERT OR DELETE OR UPDATE ON channel_users FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER channels_move_registry AFTER INSERT OR DELETE OR UPDATE OF settings, state ON channels FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER channels_note_state BEFORE UPDATE OF state ON channels FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION note_channel_state();

CREATE TRIGGER collection_signals_mirror_delete AFTER DELETE ON collection_signals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collection_signals_forget();

CREATE TRIGGER collection_signals_mirror_insert AFTER INSERT ON collection_signals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collection_signals_mirror();

CREATE TRIGGER collection_signals_mirror_update AFTER UPDATE ON collection_signals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collection_signals_mirror();

CREATE TRIGGER collections_mirror_delete AFTER DELETE ON collections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collections_forget();

CREATE TRIGGER collections_mirror_insert AFTER INSERT ON collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collections_mirror();

CREATE TRIGGER collections_mirror_update AFTER UPDATE ON collections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION collections_mirror();

CREATE TRIGGER deal_events_draw_version BEFORE INSERT ON deal_events FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER deal_events_note_insert AFTER INSERT ON deal_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deal_events_note_changes();

CREATE TRIGGER deal_events_note_update AFTER UPDATE ON deal_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deal_events_note_changes();

CREATE TRIGGER deal_events_redraw_version BEFORE UPDATE ON deal_events FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER deal_events_refuse_delete BEFORE DELETE ON deal_events FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER deal_events_refuse_truncate BEFORE TRUNCATE ON deal_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER deals_draw_version BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER deals_note_insert AFTER INSERT ON deals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deals_note_changes();

CREATE TRIGGER deals_note_update AFTER UPDATE ON deals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deals_note_changes();

CREATE TRIGGER deals_redraw_version BEFORE UPDATE ON deals FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER deals_refuse_delete BEFORE DELETE ON deals FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER deals_refuse_truncate BEFORE TRUNCATE ON deals FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER deliveries_are_counted AFTER UPDATE ON deliveries REFERENCING OLD TABLE AS settled_before NEW TABLE AS settled_after FOR EACH STATEMENT EXECUTE FUNCTION count_settled_deliveries();

CREATE TRIGGER dispatches_are_counted AFTER INSERT ON dispatches REFERENCING NEW TABLE AS decided FOR EACH STATEMENT EXECUTE FUNCTION count_decided_alerts();

CREATE TRIGGER dispatches_are_recounted AFTER UPDATE ON dispatches REFERENCING OLD TABLE AS moved_before NEW TABLE AS moved_after FOR EACH STATEMENT EXECUTE FUNCTION count_moved_alerts();

CREATE TRIGGER dispatches_draw_version BEFORE INSERT ON dispatches FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER dispatches_note_insert AFTER INSERT ON dispatches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispatches_note_changes();

CREATE TRIGGER dispatches_note_update AFTER UPDATE ON dispatches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispatches_note_changes();

CREATE TRIGGER dispatches_redraw_version BEFORE UPDATE ON dispatches FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER dispatches_refuse_delete BEFORE DELETE ON dispatches FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER dispatches_refuse_truncate BEFORE TRUNCATE ON dispatches FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER escalations_move_registry AFTER INSERT OR DELETE OR UPDATE ON escalations FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER ledger_events_draw_version BEFORE INSERT ON ledger_events FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER ledger_events_note_insert AFTER INSERT ON ledger_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_events_note_changes();

CREATE TRIGGER ledger_events_note_update AFTER UPDATE ON ledger_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_events_note_changes();

CREATE TRIGGER ledger_events_redraw_version BEFORE UPDATE ON ledger_events FOR EACH ROW WHEN (((old.* *<> new.*) AND (NOT new.has_left))) EXECUTE FUNCTION draw_version();

CREATE TRIGGER ledger_events_refuse_delete BEFORE DELETE ON ledger_events FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER ledger_events_refuse_truncate BEFORE TRUNCATE ON ledger_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER listener_counts_draw_version BEFORE INSERT ON listener_counts FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER listener_counts_note_insert AFTER INSERT ON listener_counts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listener_counts_note_changes();

CREATE TRIGGER listener_counts_note_update AFTER UPDATE ON listener_counts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listener_counts_note_changes();

CREATE TRIGGER listener_counts_redraw_version BEFORE UPDATE ON listener_counts FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER listener_counts_refuse_delete BEFORE DELETE ON listener_counts FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER listener_counts_refuse_truncate BEFORE TRUNCATE ON listener_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER listeners_draw_version BEFORE INSERT ON listeners FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER listeners_note_insert AFTER INSERT ON listeners REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listeners_note_changes();

CREATE TRIGGER listeners_note_update AFTER UPDATE ON listeners REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listeners_note_changes();

CREATE TRIGGER listeners_redraw_version BEFORE UPDATE ON listeners FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER listeners_refuse_delete BEFORE DELETE ON listeners FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER listeners_refuse_truncate BEFORE TRUNCATE ON listeners FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER memberships_forget_delete AFTER DELETE ON memberships REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION memberships_forget();

CREATE TRIGGER memberships_mirror_insert AFTER INSERT ON memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION memberships_mirror();

CREATE TRIGGER memberships_mirror_update AFTER UPDATE ON memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION memberships_mirror();

CREATE TRIGGER mirrored_records_draw_version BEFORE INSERT ON mirrored_records FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER mirrored_records_note_insert AFTER INSERT ON mirrored_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mirrored_records_note_changes();

CREATE TRIGGER mirrored_records_note_update AFTER UPDATE ON mirrored_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mirrored_records_note_changes();

CREATE TRIGGER mirrored_records_redraw_version BEFORE UPDATE ON mirrored_records FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER mirrored_records_refuse_delete BEFORE DELETE ON mirrored_records FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER mirrored_records_refuse_truncate BEFORE TRUNCATE ON mirrored_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER notes_draw_version BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER notes_note_insert AFTER INSERT ON notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notes_note_changes();

CREATE TRIGGER notes_note_update AFTER UPDATE ON notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notes_note_changes();

CREATE TRIGGER notes_redraw_version BEFORE UPDATE ON notes FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER notes_refuse_delete BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER notes_refuse_truncate BEFORE TRUNCATE ON notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER people_mirror_update AFTER UPDATE ON people REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION people_mirror();

CREATE TRIGGER rules_move_registry AFTER INSERT OR DELETE OR UPDATE ON rules FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER signal_events_draw_version BEFORE INSERT ON signal_events FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER signal_events_note_insert AFTER INSERT ON signal_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_events_note_changes();

CREATE TRIGGER signal_events_note_update AFTER UPDATE ON signal_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_events_note_changes();

CREATE TRIGGER signal_events_redraw_version BEFORE UPDATE ON signal_events FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER signal_events_refuse_delete BEFORE DELETE ON signal_events FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER signal_events_refuse_truncate BEFORE TRUNCATE ON signal_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER signal_registers_draw_version BEFORE INSERT ON signal_registers FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER signal_registers_note_insert AFTER INSERT ON signal_registers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_registers_note_changes();

CREATE TRIGGER signal_registers_note_update AFTER UPDATE ON signal_registers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_registers_note_changes();

CREATE TRIGGER signal_registers_redraw_version BEFORE UPDATE ON signal_registers FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER signal_registers_refuse_delete BEFORE DELETE ON signal_registers FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER signal_registers_refuse_truncate BEFORE TRUNCATE ON signal_registers FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER signals_draw_version BEFORE INSERT ON signals FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE TRIGGER signals_note_insert AFTER INSERT ON signals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signals_note_changes();

CREATE TRIGGER signals_note_update AFTER UPDATE ON signals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signals_note_changes();

CREATE TRIGGER signals_redraw_version BEFORE UPDATE ON signals FOR EACH ROW WHEN ((old.* *<> new.*)) EXECUTE FUNCTION draw_version();

CREATE TRIGGER signals_refuse_delete BEFORE DELETE ON signals FOR EACH ROW WHEN ((old.state <> '{}'::jsonb)) EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER signals_refuse_truncate BEFORE TRUNCATE ON signals FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

CREATE TRIGGER silences_move_registry AFTER INSERT OR DELETE OR UPDATE ON silences FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER source_secrets_move_registry AFTER INSERT OR DELETE OR UPDATE ON source_secrets FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

CREATE TRIGGER sources_move_registry AFTER INSERT OR DELETE OR UPDATE ON sources FOR EACH STATEMENT EXECUTE FUNCTION move_source_registry();

create view announcements as
 SELECT pending_change_id AS announcement_id,
    org_id,
    record,
    record_id,
    change,
    detail,
    document,
    document_before,
    alerted_elsewhere,
    stored_at,
    caused_at,
    changed_at,
    error
   FROM pending_changes;

create view outbox as
 SELECT NULL::timestamp with time zone AS created_at,
    NULL::text AS org_id,
    NULL::text AS record,
    NULL::text AS record_id,
    NULL::text AS change,
    NULL::jsonb AS detail,
    NULL::text AS event_id,
    NULL::text AS source_id
  WHERE false;
