export {
  type ApiKey,
  createApiKey,
  findApiKey,
  hashApiSecret,
  listApiKeys,
  recordApiKeyUse,
  revokeApiKey,
} from './access/api-keys.ts'
export {
  claimIdempotencyKey,
  extendIdempotencyLease,
  forgetAnswers,
  type IdempotencyScope,
  type IdempotencyState,
  leaseIdempotencyKey,
  releaseIdempotencyKey,
  rememberAnswer,
} from './access/idempotency-keys.ts'
export { type LoadedSource, loadSources, readRegistryVersion } from './access/load-sources.ts'
export { createRateLimiter, type RateLimiter, type Taken } from './access/rate-windows.ts'
export {
  listRejections,
  type Rejection,
  recordRejections,
  recordSourceActivity,
} from './access/source-activity.ts'
export {
  createSource,
  findNewestSecret,
  findSource,
  getSource,
  listSources,
  rotateSourceSecret,
  type Source,
  setSourceEnabled,
} from './access/sources.ts'
export {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  updateWorkspace,
  type Workspace,
} from './access/workspaces.ts'
export {
  type ChannelSecrets,
  openChannelSecrets,
  rotateChannelSecrets,
  type ValidChannelSecrets,
} from './alerts/channel-secrets.ts'
export { type ChannelUser, mapChannelUsers } from './alerts/channel-users.ts'
export {
  createChannel,
  getChannel,
  listChannels,
  type StoredChannel,
  setChannelEnabled,
  suppressWaiting,
  switchChannel,
} from './alerts/channels.ts'
export { type LoadedChannel, loadChannels } from './alerts/load-channels.ts'
export {
  createRule,
  deleteRule,
  editRule,
  getRule,
  listRules,
  type StoredRule,
  setRuleEnabled,
} from './alerts/rules.ts'
export {
  createSilence,
  endSilence,
  getSilence,
  listSilences,
  listStandingSilences,
  type StoredSilence,
} from './alerts/silences.ts'
export { listSuppressedAddresses, suppressAddress } from './alerts/suppressed-addresses.ts'
export { type AnalysisCall, takeAnalysisCall } from './analyses/analysis-calls.ts'
export {
  type AnalysisReservation,
  type AnalysisUsage,
  countAnalysis,
  releaseAnalysis,
  reserveAnalysis,
} from './analyses/reserve-analysis.ts'
export {
  type AuditActor,
  type AuditEntry,
  type AuditedState,
  type AuditFilter,
  listAuditEntries,
  type NewAuditEntry,
  recordAudit,
} from './audit/audit-log.ts'
export { countChanges, readPositions } from './changes/change-positions.ts'
export { checksumSource, listSourceHashes, positionsOf } from './changes/checksum-source.ts'
export { type Lag, measureLag } from './changes/measure-lag.ts'
export { resendChanges } from './changes/resend-changes.ts'
export { sequenceChanges } from './changes/sequence-changes.ts'
export { type Spooled, type Stretch, spoolChanges } from './changes/spool-changes.ts'
export { checkDatabase, checkSchema, checkWritable } from './check-database.ts'
export { createDatabase, type Database, type DatabasePool, type DatabaseTransaction } from './database.ts'
export {
  type Alert,
  type AlertAttempt,
  type AlertFilter,
  listAlerts,
  replayAlerts,
} from './dispatches/alerts.ts'
export { pauseChannel } from './dispatches/channel-health.ts'
export { type ChannelQueue, listChannelQueues } from './dispatches/channel-queues.ts'
export {
  claimPendingChanges,
  type PendingChange,
  setChangeAside,
} from './dispatches/claim-pending-changes.ts'
export {
  closeDigest,
  type Digest,
  type DigestItem,
  getDigest,
  lockDueDigest,
  postponeDigest,
  readDigestItems,
} from './dispatches/digests.ts'
export { type DueChannel, findDueChannels } from './dispatches/due-channels.ts'
export { eraseMessages } from './dispatches/erase-messages.ts'
export { expireMessages } from './dispatches/expire-messages.ts'
export { forgetMessages } from './dispatches/forget-messages.ts'
export { gatherMessages, lockCompanions } from './dispatches/gather-messages.ts'
export { type DispatchBacklog, measureDispatching } from './dispatches/measure-dispatching.ts'
export {
  finishMessageEdit,
  type MessageEdit,
  requestMessageEdits,
  takeMessageEdit,
} from './dispatches/message-edits.ts'
export { previewRule } from './dispatches/preview-rule.ts'
export { pairKey, readSendHistory } from './dispatches/read-send-history.ts'
export { recordAlerted } from './dispatches/record-alerted.ts'
export { recordOutcome } from './dispatches/record-outcome.ts'
export {
  moveToDigest,
  settleSent,
  settleUnsent,
  suppressDisabled,
  suppressDispatches,
} from './dispatches/settle-dispatches.ts'
export {
  beginAttempt,
  endAttempt,
  type Lane,
  lockAbandoned,
  lockMessage,
  type Message,
  type MessageSettlement,
  settleMessage,
} from './dispatches/take-message.ts'
export {
  type DispatchKey,
  dispatchKeyOf,
  findDecided,
  insertDispatches,
  insertMessages,
  type NewDispatch,
  type NewMessage,
  openDigest,
} from './dispatches/write-dispatches.ts'
export { rethrowExplained } from './explain-store-fault.ts'
export { createId, idFloor, idTimeMs } from './ids.ts'
export { findDaysWithoutPartitions, inspectStore, type StoreInspection } from './inspect-store.ts'
export {
  createJob,
  getJob,
  type Job,
  type JobFilter,
  jobStates,
  listJobs,
  removeJob,
  requestJobStop,
} from './jobs/jobs.ts'
export {
  advanceJob,
  endJob,
  type JobEnding,
  type JobLease,
  type JobStep,
  leaseJob,
  postponeJob,
  reportJobProgress,
  takeJobItems,
} from './jobs/lease-job.ts'
export { joinTransaction } from './join-transaction.ts'
export { addDeliveriesToJob, type MeantDeliveries } from './ledger/add-deliveries-to-job.ts'
export {
  type ClaimedDelivery,
  claimBatch,
  claimDue,
  claimOne,
  readBodies,
} from './ledger/claim-deliveries.ts'
export { claimIdentities, forgetIdentities, type Identity, identityKey } from './ledger/claim-identities.ts'
export type { DeliveryFilter } from './ledger/delivery-filter.ts'
export { discardDeliveries } from './ledger/discard-deliveries.ts'
export { eraseBodies, isSignalInLedger } from './ledger/erase-bodies.ts'
export { countDeliveries, findDeliveries } from './ledger/find-deliveries.ts'
export { type DeliveryPage, type ListedDelivery, listDeliveries } from './ledger/list-deliveries.ts'
export { type Backlog, measureBacklog } from './ledger/measure-backlog.ts'
export { replayDeliveries } from './ledger/replay-deliveries.ts'
export { postponeDelivery, type Settlement, settleDeliveries } from './ledger/settle-deliveries.ts'
export { findDelivery, readRequestBody, type ShownDelivery } from './ledger/show-delivery.ts'
export {
  type ReceivedEvent,
  type ReceivedRequest,
  type StoredBatch,
  storeDeliveries,
} from './ledger/store-deliveries.ts'
export { measureClockSkewMs } from './measure-clock-skew.ts'
export { migrateDatabase } from './migrate-database.ts'
export { createPartitions, dropExpiredPartitions, withMaintenanceLock } from './partitions.ts'
export { readSchemaState, type SchemaState } from './read-schema-state.ts'
export { assignSignal } from './records/assign-signal.ts'
export {
  createCollection,
  findCollection,
  listCollections,
  listSavedSignals,
  saveSignal,
} from './records/collections.ts'
export { createDeals, type DealOutcome, type NewDeal } from './records/create-deals.ts'
export type { CreatedRecord } from './records/created-record.ts'
export { deleteSignal, isSignalKnown } from './records/delete-signal.ts'
export { exportDeals } from './records/export-deals.ts'
export { findRegisters } from './records/find-registers.ts'
export { mergeContributions, type OwnedContribution } from './records/merge-contributions.ts'
export { createNote, listNotes } from './records/notes.ts'
export { type AccountFilters, listAccounts } from './records/read-accounts.ts'
export { listDeals } from './records/read-deals.ts'
export { findListener, listListeners } from './records/read-listeners.ts'
export {
  findSignal,
  findSignalPrepared,
  listSignals,
  type SignalFilters,
  type SignalPosition,
} from './records/read-signals.ts'
export {
  countStatuses,
  type StatusCount,
  type StoreSummary,
  summariseStore,
} from './records/summarise-store.ts'
export { updateDeal } from './records/update-deal.ts'
export { type OwnEvent, writeEvents } from './records/write-events.ts'
export { SchemaAheadError } from './schema-ahead-error.ts'
export { createSecretBox, type SecretBox } from './secret-box.ts'
export { isStoreFault } from './store-fault.ts'
export type { ChannelState, DeliveryStatus, DispatchStatus, Tables } from './tables.ts'
export {
  type DueReject,
  hasDueRejects,
  listDueRejects,
  postponeRejects,
} from './warehouses/due-rejects.ts'
export {
  leaseDueWarehouse,
  leaseWarehouse,
  recordVerification,
  renewWarehouseLease,
  settleWarehouse,
  type WarehouseLease,
  type WarehouseOutcome,
} from './warehouses/lease-warehouse.ts'
export { readSourceIdentity, type SourceIdentity } from './warehouses/source-identity.ts'
export { type CursorCopy, copyCursor, readCursorCopies } from './warehouses/warehouse-cursors.ts'
export {
  type RefusedRows,
  readWarehouseHealth,
  type WarehouseHealth,
} from './warehouses/warehouse-health.ts'
export { forgetMarks, hasMark, makeMark } from './warehouses/warehouse-marks.ts'
export { forgetRejects, listRejects, type RejectedRow, rejectRow } from './warehouses/warehouse-rejects.ts'
export { readComparedIn, recordComparedIn, recordRewrite } from './warehouses/warehouse-rewrites.ts'
export type { WarehouseSecrets } from './warehouses/warehouse-secrets.ts'
export {
  createWarehouse,
  deleteWarehouse,
  findSealedWarehouses,
  getWarehouse,
  listWarehouses,
  type NewWarehouse,
  openWarehouseSecrets,
  type StoredWarehouse,
  setWarehousePaused,
  type WarehouseReference,
} from './warehouses/warehouses.ts'
