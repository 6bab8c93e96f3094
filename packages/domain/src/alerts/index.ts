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
} from './decide-alert.ts'
export { explainRules, type RuleAnswer } from './explain-rules.ts'
export { type EarlierEnd, findEarlierEnds, wordsOfEarlierEnd } from './find-earlier-ends.ts'
export {
  type AttemptOutcome,
  type ChannelHealth,
  type DisabledAfter,
  judgeChannelHealth,
} from './judge-channel-health.ts'
export { indexRules, matchRules, type RuleIndex, unmetConditions } from './match-rules.ts'
export { type MessageLanguage, type MessagePart, messageLanguages, messageParts } from './message-style.ts'
export { createPreview, type PreviewItem } from './preview-rule.ts'
export { quietEndMs } from './quiet-hours.ts'
export { choosePerson, isRouted } from './routing.ts'
export {
  type Rule,
  type RuleConditions,
  type RuleDefinition,
  ruleConditionsSchema,
  ruleDefinitionSchema,
} from './rule.ts'
export { cronSchema, nextCronMs, timeZoneSchema } from './schedule.ts'
export {
  isSilenced,
  type Silence,
  type SilenceConditions,
  silenceConditionsSchema,
} from './silence.ts'
export {
  comparePreviews,
  type DatedPreviewItem,
  type PreviewCount,
  type PreviewSummary,
  summarisePreview,
} from './summarise-preview.ts'
