import { up as openedWarehouses } from './0014-opened-warehouses.ts'
import { up as warehouseMarks } from './0015-warehouse-marks.ts'
import { up as refusedRows } from './0016-refused-rows.ts'
import { up as compatibility } from './0017-compatibility.ts'
import { up as auditAndJobs } from './0020-audit-and-jobs.ts'
import { up as pendingChanges } from './0021-pending-changes.ts'
import { up as dropOutbox } from './0022-drop-outbox.ts'
import { up as jobCheckpoints } from './0024-job-checkpoints.ts'
import { up as people } from './0025-people.ts'
import { up as silenceCreators } from './0026-silence-creators.ts'
import { up as refusalsAndSecretUse } from './0027-refusals-and-secret-use.ts'
import { up as timelines } from './0028-timelines.ts'
import { up as indexTimelines } from './0029-index-timelines.ts'
import { up as recordLists } from './0030-record-lists.ts'
import { up as dealEvents } from './0031-deal-events.ts'
import { up as channelPausesByHand } from './0032-channel-pauses-by-hand.ts'
import { up as alertLists } from './0033-alert-lists.ts'
import { up as ledgerCounts } from './0034-ledger-counts.ts'
import { up as deliveryFilters } from './0035-delivery-filters.ts'
import { up as refusalCounts } from './0036-refusal-counts.ts'
import { up as processes } from './0037-processes.ts'
import { up as warehouseRuns } from './0039-warehouse-runs.ts'
import { up as indexListeners } from './0040-index-listeners.ts'
import { up as firstSentMessages } from './0041-first-sent-messages.ts'
import { up as pageCounts } from './0043-page-counts.ts'
import { up as pageIndexes } from './0044-page-indexes.ts'
import { up as indexDeliveryErrors } from './0045-index-delivery-errors.ts'
import { up as processConnections } from './0047-process-connections.ts'
import { up as canary } from './0051-canary.ts'
import { up as messageRequests } from './0052-message-requests.ts'
import { up as indexMessages } from './0053-index-messages.ts'
import { up as traceparents } from './0054-traceparents.ts'
import { up as workspaceRetention } from './0055-workspace-retention.ts'
import { up as searching } from './0056-searching.ts'
import { up as escalations } from './0060-escalations.ts'
import { up as indexEscalationSteps } from './0061-index-escalation-steps.ts'
import { up as troubles } from './0062-troubles.ts'
import { up as indexFindsOfListener } from './0063-index-finds-of-listener.ts'
import { up as ruleTurns } from './0064-rule-turns.ts'
import { up as followUps } from './0065-follow-ups.ts'
import { up as indexFollowUps } from './0066-index-follow-ups.ts'
import { up as modelCalls } from './0069-model-calls.ts'
import { up as modelCallsByKind } from './0070-model-calls-by-kind.ts'
import { up as findRetention } from './0071-find-retention.ts'
import { up as indexFindRetention } from './0072-index-find-retention.ts'
import { up as roomForRegisters } from './0073-room-for-registers.ts'
import { up as warehouseEditions } from './0074-warehouse-editions.ts'
import { up as indexDealEvents } from './0075-index-deal-events.ts'
import { up as captureDealEvents } from './0076-capture-deal-events.ts'
import { up as assistants } from './0077-assistants.ts'
import { up as filledRows } from './0080-filled-rows.ts'
import { up as indexFacets } from './0081-index-facets.ts'
import { up as assistantCalls } from './0082-assistant-calls.ts'
import { up as assistantConfirmations } from './0083-assistant-confirmations.ts'
import { up as warehouseBounds } from './0084-warehouse-bounds.ts'
import { up as deadlyPages } from './0085-deadly-pages.ts'
import { up as unprovenAddresses } from './0086-unproven-addresses.ts'
import { up as warehouseHours } from './0087-warehouse-hours.ts'
import { up as listenerCosts } from './0088-listener-costs.ts'
import { up as limitsAndKeyOwners } from './0089-limits-and-key-owners.ts'
import { up as refusedActs } from './0090-refused-acts.ts'
import { up as platformShares } from './0091-platform-shares.ts'
import { up as waitingMessages } from './0094-waiting-messages.ts'
import { up as indexWaitingMessages } from './0095-index-waiting-messages.ts'
import { up as personalKeys } from './0096-personal-keys.ts'
import { up as chosenTables } from './0097-chosen-tables.ts'
import { up as inbox } from './0098-inbox.ts'
import { up as troublesOfWarehouses } from './0100-troubles-of-warehouses.ts'
import { up as demoRecords } from './0102-demo-records.ts'
import { up as indexDispatches } from './0103-index-dispatches.ts'
import { up as captureDispatches } from './0104-capture-dispatches.ts'
import { up as mirroredRecords } from './0105-mirrored-records.ts'
import { up as savedViews } from './0108-saved-views.ts'
import { up as commandLineSessions } from './0109-command-line-sessions.ts'
import { up as auditedVia } from './0110-audited-via.ts'
import { up as mirrorAttemptsAndPeople } from './0111-mirror-attempts-and-people.ts'
import { up as ledgerEvents } from './0112-ledger-events.ts'
import { up as mailAddresses } from './0113-mail-addresses.ts'
import { up as forgottenVerdicts } from './0115-forgotten-verdicts.ts'
import { up as indexShownFinds } from './0116-index-shown-finds.ts'
import { up as indexLostLeads } from './0117-index-lost-leads.ts'
import { up as handedReports } from './0118-handed-reports.ts'
import { up as reachedPositions } from './0119-reached-positions.ts'
import { up as fitsType } from './0120-fits-type.ts'
import { up as registersSayByWhom } from './0121-registers-say-by-whom.ts'
import { firstMigrations } from './first-migrations.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. Once released a migration never changes. */
export const migrations: Record<string, Migration> = {
  ...firstMigrations,
  '0014-opened-warehouses': { up: openedWarehouses },
  '0015-warehouse-marks': { up: warehouseMarks },
  '0016-refused-rows': { up: refusedRows },
  '0017-compatibility': { up: compatibility },
  '0020-audit-and-jobs': { up: auditAndJobs },
  '0021-pending-changes': { up: pendingChanges },
  '0022-drop-outbox': { up: dropOutbox },
  '0024-job-checkpoints': { up: jobCheckpoints },
  '0025-people': { up: people },
  '0026-silence-creators': { up: silenceCreators },
  '0027-refusals-and-secret-use': { up: refusalsAndSecretUse },
  '0028-timelines': { up: timelines },
  '0029-index-timelines': { up: indexTimelines, isConcurrent: true },
  '0030-record-lists': { up: recordLists, isConcurrent: true },
  '0031-deal-events': { up: dealEvents },
  '0032-channel-pauses-by-hand': { up: channelPausesByHand },
  '0033-alert-lists': { up: alertLists, isConcurrent: true },
  '0034-ledger-counts': { up: ledgerCounts },
  '0035-delivery-filters': { up: deliveryFilters, isConcurrent: true },
  '0036-refusal-counts': { up: refusalCounts },
  '0037-processes': { up: processes },
  '0039-warehouse-runs': { up: warehouseRuns },
  '0040-index-listeners': { up: indexListeners, isConcurrent: true },
  '0041-first-sent-messages': { up: firstSentMessages },
  '0043-page-counts': { up: pageCounts },
  '0044-page-indexes': { up: pageIndexes, isConcurrent: true },
  '0045-index-delivery-errors': { up: indexDeliveryErrors, isConcurrent: true },
  '0047-process-connections': { up: processConnections },
  '0051-canary': { up: canary },
  '0052-message-requests': { up: messageRequests },
  '0053-index-messages': { up: indexMessages, isConcurrent: true },
  '0054-traceparents': { up: traceparents },
  '0055-workspace-retention': { up: workspaceRetention },
  '0056-searching': { up: searching },
  '0060-escalations': { up: escalations },
  '0061-index-escalation-steps': { up: indexEscalationSteps, isConcurrent: true },
  '0062-troubles': { up: troubles },
  '0063-index-finds-of-listener': { up: indexFindsOfListener, isConcurrent: true },
  '0064-rule-turns': { up: ruleTurns },
  '0065-follow-ups': { up: followUps },
  '0066-index-follow-ups': { up: indexFollowUps, isConcurrent: true },
  '0069-model-calls': { up: modelCalls },
  '0070-model-calls-by-kind': { up: modelCallsByKind },
  '0071-find-retention': { up: findRetention },
  '0072-index-find-retention': { up: indexFindRetention, isConcurrent: true },
  '0073-room-for-registers': { up: roomForRegisters },
  '0074-warehouse-editions': { up: warehouseEditions },
  '0075-index-deal-events': { up: indexDealEvents, isConcurrent: true },
  '0076-capture-deal-events': { up: captureDealEvents },
  '0077-assistants': { up: assistants },
  '0080-filled-rows': { up: filledRows },
  '0081-index-facets': { up: indexFacets, isConcurrent: true },
  '0082-assistant-calls': { up: assistantCalls },
  '0083-assistant-confirmations': { up: assistantConfirmations },
  '0084-warehouse-bounds': { up: warehouseBounds },
  '0085-deadly-pages': { up: deadlyPages },
  '0086-unproven-addresses': { up: unprovenAddresses },
  '0087-warehouse-hours': { up: warehouseHours },
  '0088-listener-costs': { up: listenerCosts },
  '0089-limits-and-key-owners': { up: limitsAndKeyOwners },
  '0090-refused-acts': { up: refusedActs },
  '0091-platform-shares': { up: platformShares },
  '0094-waiting-messages': { up: waitingMessages },
  '0095-index-waiting-messages': { up: indexWaitingMessages, isConcurrent: true },
  '0096-personal-keys': { up: personalKeys },
  '0097-chosen-tables': { up: chosenTables },
  '0098-inbox': { up: inbox },
  '0100-troubles-of-warehouses': { up: troublesOfWarehouses },
  '0102-demo-records': { up: demoRecords },
  '0103-index-dispatches': { up: indexDispatches, isConcurrent: true },
  '0104-capture-dispatches': { up: captureDispatches },
  '0105-mirrored-records': { up: mirroredRecords },
  '0108-saved-views': { up: savedViews },
  '0109-command-line-sessions': { up: commandLineSessions },
  '0110-audited-via': { up: auditedVia },
  '0111-mirror-attempts-and-people': { up: mirrorAttemptsAndPeople },
  '0112-ledger-events': { up: ledgerEvents },
  '0113-mail-addresses': { up: mailAddresses },
  '0115-forgotten-verdicts': { up: forgottenVerdicts },
  '0116-index-shown-finds': { up: indexShownFinds, isConcurrent: true },
  '0117-index-lost-leads': { up: indexLostLeads, isConcurrent: true },
  '0118-handed-reports': { up: handedReports },
  '0119-reached-positions': { up: reachedPositions },
  '0120-fits-type': { up: fitsType },
  '0121-registers-say-by-whom': { up: registersSayByWhom },
}
