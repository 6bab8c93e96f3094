export { type Account, accountSchema } from './account.ts'
export {
  type AlertDecision,
  type AlertReason,
  decideAlert,
  digestDueMs,
  digestGroupOf,
  findUselessness,
  firedRules,
  isHeldByQuiet,
  type Occasion,
  postKeyOf,
  recordSend,
  type SendHistory,
} from './alerts/decide-alert.ts'
export {
  type AttemptOutcome,
  type ChannelHealth,
  type DisabledAfter,
  judgeChannelHealth,
} from './alerts/judge-channel-health.ts'
export { indexRules, matchRules, type RuleIndex } from './alerts/match-rules.ts'
export { createPreview, type PreviewItem } from './alerts/preview-rule.ts'
export { quietEndMs } from './alerts/quiet-hours.ts'
export {
  type Rule,
  type RuleConditions,
  type RuleDefinition,
  ruleConditionsSchema,
  ruleDefinitionSchema,
} from './alerts/rule.ts'
export { cronSchema, nextCronMs, timeZoneSchema } from './alerts/schedule.ts'
export {
  isSilenced,
  type Silence,
  type SilenceConditions,
  silenceConditionsSchema,
} from './alerts/silence.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  type Collection,
  collectionDescriptionSchema,
  collectionNameSchema,
  collectionSchema,
} from './collection.ts'
export { type Contribution, mergeStates, type RecordName, type RecordStates } from './contribution.ts'
export { type Deal, type DealInput, dealSchema, externalIdSchema, isOpen, moneySchema } from './deal.ts'
export { type Envelope, envelopeSchema, readEnvelopes } from './envelope.ts'
export {
  type ErrorBody,
  type ErrorCode,
  errorBody,
  errorCodes,
  type Issue,
  maxIssues,
  NotReadyError,
  RejectedError,
  TransientError,
} from './errors.ts'
export { compareEventKeys, type EventKey } from './event-key.ts'
export type { EventKind, SentKind } from './event-kind.ts'
export { alertRaised } from './events/alert-raised.ts'
export { eventKinds } from './events/event-kinds.ts'
export { findEventOfChange } from './events/event-of-change.ts'
export { exampleDeal, exampleListener, exampleSignal } from './events/example-records.ts'
export { sentKinds, subscribableTypes } from './events/sent-kinds.ts'
export { foldCase } from './fold-case.ts'
export { type Instant, instantOf, instantSchema, msOf, parseInstant } from './instant.ts'
export { isDeeperThan } from './is-deeper-than.ts'
export { showable } from './issues.ts'
export { type Listener, listenerSchema, listenerSummarySchema } from './listener.ts'
export { type Note, type NoteTarget, noteBodySchema, noteSchema, noteTargetSchema } from './note.ts'
export { type ParsedInput, parseInput } from './parse-input.ts'
export { type EventVerdict, readEvent } from './read-event.ts'
export {
  type AccountFacts,
  type AccountState,
  type AccountSummary,
  accountFactsOf,
  accountFrom,
  joinSummaries,
  noSignals,
  restsOn,
} from './records/account.ts'
export { type DealState, dealFrom } from './records/deal.ts'
export { withRegistersUntil } from './records/embedded-registers.ts'
export { type ListenerState, listenerFrom } from './records/listener.ts'
export { momentAfter, postedAtOf, type SignalState, signalFrom } from './records/signal.ts'
export {
  currentClaim,
  noRegisters,
  registerClaim,
  registerKeys,
  registerValues,
  type SignalRegisters,
} from './records/signal-registers.ts'
export type { Assignment } from './registers/assigned-to.ts'
export type { RegisterFilter } from './registers/define-register.ts'
export type { Feedback } from './registers/feedback.ts'
export { registerFilters } from './registers/register-filters.ts'
export {
  type RegisterColumns,
  type RegisterFilters,
  type RegisterKind,
  type RegisterName,
  registerKinds,
} from './registers/register-kinds.ts'
export type { Claim, Winner } from './registers/winners.ts'
export { type Signal, signalSchema } from './signal.ts'
export { accountKeySchema, freeText, idSchema, nameSchema, orgIdSchema, textLength } from './text.ts'
export * from './vocabulary.ts'
export { canonicalRow, jsonPunctuation, type WarehouseLosses } from './warehouse/canonical-row.ts'
export { canonicalRowInPostgres } from './warehouse/canonical-row-in-postgres.ts'
export type { WarehouseColumn, WarehouseColumnType, WarehouseTable } from './warehouse/warehouse-table.ts'
export { warehouseTables } from './warehouse/warehouse-tables.ts'
