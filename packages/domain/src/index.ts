export { type Account, accountSchema } from './account.ts'
export * from './alerts/index.ts'
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
export * from './events/index.ts'
export { foldCase } from './fold-case.ts'
export { type Instant, instantOf, instantSchema, msOf, parseInstant } from './instant.ts'
export { isDeeperThan } from './is-deeper-than.ts'
export { showable } from './issues.ts'
export { type Listener, listenerSchema, listenerSummarySchema } from './listener.ts'
export { type Note, type NoteTarget, noteBodySchema, noteSchema, noteTargetSchema } from './note.ts'
export { type ParsedInput, parseInput } from './parse-input.ts'
export { type EventVerdict, readEvent } from './read-event.ts'
export * from './records/index.ts'
export * from './registers/index.ts'
export { type Signal, signalSchema } from './signal.ts'
export { accountKeySchema, freeText, idSchema, nameSchema, orgIdSchema, textLength } from './text.ts'
export * from './vocabulary.ts'
export * from './warehouse/index.ts'
