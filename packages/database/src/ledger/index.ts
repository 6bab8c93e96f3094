export { pruneCaptured } from '../changes/ledger-events/prune-captured.ts'
export type { DeliveryStatus } from '../tables.ts'
export { addDeliveriesToJob, type MeantDeliveries } from './add-deliveries-to-job.ts'
export {
  type ClaimedDelivery,
  claimBatch,
  claimDue,
  claimListed,
  readBodies,
  readTraceparents,
} from './claim-deliveries.ts'
export { claimIdentities, type Identity, identityKey, pruneIdentities } from './claim-identities.ts'
export { compactLedgerCounts } from './counting/compact-ledger-counts.ts'
export { type Backlog, measureBacklog } from './counting/measure-backlog.ts'
export { discardable, discardDeliveries } from './discard-deliveries.ts'
export { eraseBodies, eraseRecordedBodies, isSignalInLedger } from './erasure/erase-bodies.ts'
export { type DeliveryErrorCode, deliveryErrorCodes } from './filter/delivery-errors.ts'
export type { DeliveryFilter } from './filter/delivery-filter.ts'
export { countDeliveries, countDeliveriesUpTo, findDeliveries } from './find-deliveries.ts'
export { type DeliveryPage, type ListedDelivery, listDeliveries } from './list-deliveries.ts'
export { pruneDeliveries } from './prune-deliveries.ts'
export { replayable, replayDeliveries } from './replay-deliveries.ts'
export { postponeDelivery, type Settlement, settleDeliveries } from './settle-deliveries.ts'
export { findDelivery, readRequestBody, type ShownDelivery } from './show-delivery.ts'
export {
  type Batch,
  createBatches,
  type ReceivedEvent,
  type ReceivedRequest,
  type StoredBatch,
  storeDeliveries,
} from './store-deliveries.ts'
