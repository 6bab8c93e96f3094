import { operations } from '@signalpost/administration/operations'
import { routesOf } from '../face/route-of.ts'
import { disconnectAssistant, undoAssistantWrite } from './assistants/end-and-undo.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listActs } from './audit/list-acts.ts'
import { allowAssistant, denyAssistantRoute, getAuthorization } from './authorize/authorize.ts'
import { listChannelKinds } from './channels/list-channel-kinds.ts'
import { allowDevice, denyDeviceRoute, getDevice } from './device/device.ts'
import { getInstallation } from './installation/get-installation.ts'
import { planListener } from './listeners/plan-listener.ts'
import { getOverview, getOverviewHours, watchWorkspace } from './overview/overview.ts'
import { exportPipeline } from './pipeline/export-pipeline.ts'
import { getSession, getWorkspaceOf } from './session/get-session.ts'
import { inspectLogin, listWaysIn, logIn, requestMailLink } from './session/log-in.ts'
import { finishOidc, startOidc } from './session/oidc.ts'
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  logOut,
  renameOneself,
} from './session/own-sessions.ts'
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
