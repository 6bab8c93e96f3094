export { countFindsByHour, type FindsOfHour } from './count-by-hour.ts'
export { countScores, type TenOfScores } from './count-scores.ts'
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
export {
  type Find,
  type FindRetention,
  findKnownKeys,
  findTitled,
  keepFinds,
  type TitledFind,
} from './keep-finds.ts'
export {
  claimRereads,
  type RereadClaim,
  type RereadFind,
  type RereadOutcome,
  settleRereads,
} from './reread-finds.ts'
