import type { Signal } from '@signalpost/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type DispatchStatus = 'pending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed' | 'digested'

export type MessageKind = 'instant' | 'digest' | 'event' | 'test' | 'notice' | 'follow_up'

export type TroubleKind = 'channel_degraded' | 'channel_disabled' | 'alerts_expired' | 'warehouse_degraded'

export type MessageStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'expired' | 'suppressed'

export type DispatchesTables = {
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
    traceparent: string | null
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
    /** The same for all copies of one post; null if the alert was not sent. */
    post_key: string | null
    /** Whether the decision was to send it at once. */
    is_instant: boolean
    digest_id: string | null
    /** Set for a step of an escalation, whose `rule_id` is made from these. */
    escalation_id: string | null
    round: number | null
    step: number | null
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
    kind: MessageKind
    rule_id: string | null
    signal_id: string | null
    digest_id: string | null
    /** The alert that a follow-up is about. */
    follows: string | null
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
    /** Since when it could have been sent; null: since it was created. */
    waits_since: Date | null
    expires_at: Date | null
    leased_until: Date | null
    settled_at: Date | null
    reference: ColumnType<Record<string, string> | null, string | null, string | null>
    traceparent: string | null
    /** The last request, as JSON; null before the first attempt ended. */
    request: string | null
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
  troubles: {
    trouble_id: string
    org_id: string
    kind: TroubleKind
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
  notice_mails: {
    notice_mail_id: string
    org_id: string
    person_id: string
    letter: ColumnType<Record<string, unknown>, string, string>
    attempts: Generated<number>
    created_at: Date
    due_at: Date
  }
  finished_edits: { message_id: string; at: Date; outcome: string | null; code: string | null }
  message_edits: {
    message_id: string
    org_id: string
    channel_id: string
    requests: Generated<number>
    attempts: Generated<number>
    due_at: Date
    leased_until: Date | null
  }
}
