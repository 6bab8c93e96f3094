import { operations } from '@signalpost/administration/operations'
import { routesOf } from '../face/route-of.ts'
import { disconnectAssistant } from './assistants/disconnect-assistant.ts'
import { undoAssistantWrite } from './assistants/undo-assistant-write.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listActs } from './audit/list-acts.ts'
import { allowAssistant, denyAssistantRoute, getAuthorization } from './authorize/authorize.ts'
import { listChannelKinds } from './channels/list-channel-kinds.ts'
import { allowDevice, denyDeviceRoute, getDevice } from './device/device.ts'
import { getInstallation } from './installation/get-installation.ts'
import { planListener } from './listeners/plan-listener.ts'
import { getOverview } from './overview/get-overview.ts'
import { getOverviewHours } from './overview/get-overview-hours.ts'
import { watchWorkspace } from './overview/watch-workspace.ts'
import { exportPipeline } from './pipeline/export-pipeline.ts'
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
  exportPipeline,
  planListener,
  listWarehouseKinds,
  listChannelKinds,
  ...[disconnectAssistant, undoAssistantWrite],
  ...[getAuthorization, allowAssistant, denyAssistantRoute],
  ...[getDevice, allowDevice, denyDeviceRoute],
  ...[listActs, exportAudit],
  getInstallation,
  listSchemes,
  ...routesOf(operations),
] as const
