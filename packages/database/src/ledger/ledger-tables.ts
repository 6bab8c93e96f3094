import type { Issue } from '@signalpost/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type DeliveryStatus = 'queued' | 'applied' | 'duplicate' | 'conflict' | 'ignored' | 'dead'

export type LedgerTables = {
  requests: {
    request_id: string
    source_id: string
    received_at: Date
    trace_id: string
    signature_headers: Json<Record<string, string>>
    body: Buffer
    sha256: Buffer
    /** Of the source, or of the channel, that verified it; null if it was stored by an earlier version. */
    secret_id: string | null
    /** Names the span of the request, which later spans continue; null without a collector. */
    traceparent: string | null
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
    /** Set if the body is not our envelope and still has an event in our format. */
    event: ColumnType<Record<string, unknown> | null, string | null, string | null>
    /** The record that the event is about, once the delivery is settled. */
    record_id: string | null
  }
  /** Settled deliveries by the five minutes in which they were received. Written by a trigger alone. */
  ledger_counts: {
    org_id: string
    step: Date
    status: Exclude<DeliveryStatus, 'queued'>
    shard: number
    deliveries: string
  }
  identities: {
    source_id: string
    event_id: string
    delivery_id: string
    content_sha256: Buffer
    applied_at: Date
  }
}
