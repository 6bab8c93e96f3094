export * from './alerts/index.ts'
export { type CanaryStage, canaryOrgId, canaryStages } from './canary.ts'
export {
  cellSchema,
  checkCell,
  defaultCell,
  findCell,
  findCellOfKey,
  idPrefixIn,
} from './cell.ts'
export { type Contribution, mergeStates, type RecordName, type RecordStates } from './contribution.ts'
export * from './documents/index.ts'
export { dayMs, hourMs, minuteMs, secondMs } from './durations.ts'
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
export * from './escalations/index.ts'
export { compareEventKeys, type EventKey } from './event-key.ts'
export type { EventKind, SentKind } from './event-kind.ts'
export * from './events/index.ts'
export { explainTlsFault } from './explain-tls-fault.ts'
export { canonicalJson } from './input/canonical-json.ts'
export { composeText } from './input/compose-text.ts'
export { type FoundWord, findWords } from './input/find-words.ts'
export { foldCase } from './input/fold-case.ts'
export * from './input/index.ts'
export { type Instant, instantOf, instantSchema, minuteOf, msOf, parseInstant } from './instant.ts'
export * from './kinds/index.ts'
export { type EventVerdict, readEvent } from './read-event.ts'
export * from './records/index.ts'
export * from './registers/index.ts'
export { readRetryAfterMs } from './retry-after.ts'
export { retryDelayMs, retryPolicies, variedDelayMs } from './retry-delay.ts'
export * from './searching/index.ts'
export * from './strangers/index.ts'
export * from './text/index.ts'
export * from './warehouse/index.ts'
