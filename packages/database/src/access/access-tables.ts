import type { Generated, GeneratedAlways } from 'kysely'
import type { ActorKind } from '../acts/acts-tables.ts'
import type { Json } from '../json-column.ts'

export type AccessTables = {
  workspaces: {
    org_id: string
    name: string
    plan: string
    account_intelligence: boolean
    analysis_allowance: number
    retention_days: number | null
    most_requests_per_minute: number | null
    most_open_jobs: number | null
    most_listeners: number | null
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
    owner_kind: ActorKind | null
    owner_id: string | null
  }
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
    finding: string | null
    detail: string | null
  }
  source_secret_uses: { secret_id: string; step: Date; uses: string }
  source_refusals: { source_id: string; step: Date; refusals: string }
  rate_windows: { bucket: string; window_start: Date; granted: number; window_end: Date | null }
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
}
