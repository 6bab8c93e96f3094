import { operations } from '@signalpost/administration/operations'
import { routesOf } from '../face/route-of.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { explainSignal } from './alerts/explain-signal.ts'
import { previewAlertReplay } from './alerts/preview-alert-replay.ts'
import { listAssistantWrites, undoAssistantWrite } from './assistants/assistant-work.ts'
import { decideConfirmationRoute, getConfirmation } from './assistants/confirmations.ts'
import { disconnectAssistant } from './assistants/disconnect-assistant.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listActs } from './audit/list-acts.ts'
import { allowAssistant, denyAssistantRoute, getAuthorization } from './authorize/authorize.ts'
import { getChannel } from './channels/get-channel.ts'
import { listAttempts } from './channels/list-attempts.ts'
import { listChannelKinds } from './channels/list-channel-kinds.ts'
import { getDemo, removeDemo } from './demo/demo.ts'
import { allowDevice, denyDeviceRoute, getDevice } from './device/device.ts'
import { getInboxState, listInbox, markInboxRead, markInboxWholeRead } from './inbox/inbox.ts'
import { getInstallation } from './installation/get-installation.ts'
import { planListener } from './listeners/plan-listener.ts'
import { removeFromList } from './lists/remove-from-list.ts'
import { getOverview } from './overview/get-overview.ts'
import { getOverviewHours } from './overview/get-overview-hours.ts'
import { watchWorkspace } from './overview/watch-workspace.ts'
import { createDeal, updateDeal } from './pipeline/change-deal.ts'
import { exportPipeline } from './pipeline/export-pipeline.ts'
import { getDeal } from './pipeline/get-deal.ts'
import { listDeals, sumDeals } from './pipeline/list-deals.ts'
import { finishOidc } from './session/finish-oidc.ts'
import { getSession } from './session/get-session.ts'
import { getWorkspaceOf } from './session/get-workspace-of.ts'
import { inspectLogin } from './session/inspect-login.ts'
import { listWaysIn } from './session/list-ways-in.ts'
import { logIn } from './session/log-in.ts'
import { logOut } from './session/log-out.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './session/own-sessions.ts'
import { renameOneself } from './session/rename-oneself.ts'
import { requestMailLink } from './session/request-mail-link.ts'
import { startOidc } from './session/start-oidc.ts'
import { countSignalViews } from './signals/count-signal-views.ts'
import { createNote } from './signals/create-note.ts'
import { saveSignal } from './signals/save-signal.ts'
import { listSchemes } from './sources/list-schemes.ts'
import { getFirstSteps } from './start/get-first-steps.ts'
import { listWarehouseKinds } from './warehouses/list-warehouse-kinds.ts'

/** Every JSON route. A test walks over them with every kind of caller. */
export const routes = [
  ...[
    listWaysIn,
    inspectLogin,
    logIn,
    requestMailLink,
    startOidc,
    finishOidc,
    getSession,
    getWorkspaceOf,
    logOut,
    renameOneself,
    listOwnSessions,
    endOwnSession,
    endOtherSessions,
  ],
  ...[getOverview, getOverviewHours, watchWorkspace, getFirstSteps],
  ...[countSignalViews, saveSignal, createNote],
  ...[listDeals, sumDeals, exportPipeline, getDeal, createDeal, updateDeal],
  ...[listAccounts, getAccount],
  removeFromList,
  ...[listInbox, getInboxState, markInboxRead, markInboxWholeRead],
  planListener,
  listWarehouseKinds,
  ...[listChannelKinds, getChannel, listAttempts],
  ...[explainSignal, previewAlertReplay],
  ...[disconnectAssistant, listAssistantWrites, undoAssistantWrite],
  ...[getConfirmation, decideConfirmationRoute],
  ...[getAuthorization, allowAssistant, denyAssistantRoute],
  ...[getDevice, allowDevice, denyDeviceRoute],
  ...[getDemo, removeDemo],
  ...[listActs, exportAudit],
  getInstallation,
  listSchemes,
  ...routesOf(operations),
] as const
