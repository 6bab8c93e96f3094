export {
  claimFinds,
  type DeliveryOutcome,
  type FindClaim,
  measureWaitingFinds,
  settleFinds,
} from './deliver-finds.ts'
export { type FindState, findStates } from './find-states.ts'
export {
  countFinds,
  type ExplainedFind,
  eraseFinds,
  findFindOfSignal,
  forgetFinds,
  type ListedFind,
  listFinds,
} from './finds.ts'
export { type Find, findKnownKeys, findTitled, keepFinds, type TitledFind } from './keep-finds.ts'
