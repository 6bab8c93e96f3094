import type {
  AccountState,
  DealState,
  ListenerState,
  RegisterColumns,
  SignalRegisters,
  SignalState,
} from '@signalpost/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type RecordsTables = {
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
    version: Generated<string>
  } & RegisterColumns
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
    /** Equal for equivalent names. */
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
  deal_events: {
    org_id: string
    deal_event_id: string
    deal_id: string
    member: string
    from_value: ColumnType<unknown, string | null, string | null>
    to_value: ColumnType<unknown, string | null, string | null>
    at: Date
    event_id: string
    source_id: string
  }
}
