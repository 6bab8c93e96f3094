import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type ActorKind = 'person' | 'cli' | 'key' | 'assistant' | 'system'

export type JobState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed'

export type ActsTables = {
  audit_log: {
    audit_id: string
    at: Generated<Date>
    /** Null for the whole installation. */
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
    refusal: string | null
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
    checkpoint: ColumnType<unknown, string | null, string | null>
    error: string | null
    error_code: string | null
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
