export { type ExplainedSignal, explainSignal } from './explain-signal.ts'
export { type DraftPreview, previewDraft, type RuleDraft } from './preview-draft.ts'
export {
  type EscalationPreview,
  type EscalationPreviewItem,
  previewEscalation,
} from './preview-escalation.ts'
export { previewRule } from './preview-rule.ts'
export {
  countSilenced,
  previewSilence,
  type SilencedAlert,
  type SilencePreview,
} from './silenced-alerts.ts'
