import type {
  AccountState,
  DealState,
  EscalationDefinition,
  InboxMessage,
  Issue,
  ListenerState,
  RuleDefinition,
  Signal,
  SignalRegisters,
  SignalState,
  SilenceConditions,
} from '@signalpost/domain'

/** At most so many requests in a window, in place of the platform's own budget. */
export type BudgetOverride = { most: number; windowMs: number }

/** What a listener searches besides its plan. */
export type ScheduleSettings = {
  boards: { platform: string; board: string }[]
  /** How far back the first run of a search looks. */
  backfillMs: number
  /** The bar that a person chose; without one it moves by itself. */
  bar?: number
}

/** A language model that gives opinions, or one that reranks. */
export type ModelKind = 'opinion' | 'rerank'

/** What a listener costs: its runs, requests to platforms, calls of models. */
export type CostKind = 'run' | 'platform' | 'model'

type Members = Record<string, unknown>

/** What columns hold where the schema does not say it: the values of JSON, and words without a constraint. */
export type ColumnTypes = {
  accounts: { state: AccountState }
  audit_log: { before: Members; after: Members }
  channels: { settings: Members }
  connections: { budget: BudgetOverride }
  deals: { state: DealState }
  deliveries: { issues: Issue[]; event: Members }
  escalations: { definition: EscalationDefinition }
  inbox_messages: { message: InboxMessage }
  jobs: { input: Members }
  listener_costs: { kind: CostKind }
  listener_schedules: { settings: ScheduleSettings }
  listeners: { state: ListenerState }
  messages: { event: Members; reference: Record<string, string> }
  model_calls: { kind: ModelKind }
  handed_reports: { letter: Members }
  notice_mails: { letter: Members }
  pending_changes: { document: Members; document_before: Signal }
  requests: { signature_headers: Record<string, string> }
  rules: { definition: RuleDefinition }
  saved_views: { filters: Record<string, string | undefined> }
  signal_registers: { state: SignalRegisters }
  signals: { state: SignalState }
  silences: { conditions: SilenceConditions }
  sources: { settings: Record<string, string> }
  warehouse_runs: { comparison: Members }
  warehouses: { settings: Members }
}
