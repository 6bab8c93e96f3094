export { type Account, accountSchema } from './account.ts'
export {
  type Collection,
  collectionDescriptionSchema,
  collectionNameSchema,
  collectionSchema,
} from './collection.ts'
export {
  type Deal,
  type DealInput,
  dealSchema,
  externalIdSchema,
  isOpen,
  moneySchema,
  stagesOf,
} from './deal.ts'
export {
  type InboxDelivery,
  type InboxItem,
  type InboxMessage,
  inboxMessageSchema,
} from './inbox-message.ts'
export { type Listener, listenerSchema, listenerSummarySchema } from './listener.ts'
export { type Note, type NoteTarget, noteBodySchema, noteSchema, noteTargetSchema } from './note.ts'
export { type Signal, type SubjectOrg, signalSchema } from './signal.ts'
export {
  exampleTimeline,
  type Timeline,
  type TimelineGap,
  type TimelineStage,
  type TimelineStep,
  timelineSchema,
  timelineStages,
} from './timeline.ts'
export * from './vocabulary.ts'
