import type { Route } from '../http/define-route.ts'
import { discardDeliveries, replayDeliveries } from './deliveries/change-deliveries.ts'
import { getDelivery } from './deliveries/get-delivery.ts'
import { getDeliveryBody } from './deliveries/get-delivery-body.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { previewDeliveries } from './deliveries/preview-deliveries.ts'
import { getJob } from './jobs/get-job.ts'
import { stopJob } from './jobs/stop-job.ts'
import { getOverview } from './overview/get-overview.ts'
import { watchWorkspace } from './overview/watch-workspace.ts'
import { finishOidc } from './session/finish-oidc.ts'
import { getSession } from './session/get-session.ts'
import { listWaysIn } from './session/list-ways-in.ts'
import { logIn } from './session/log-in.ts'
import { logOut } from './session/log-out.ts'
import { requestMailLink } from './session/request-mail-link.ts'
import { startOidc } from './session/start-oidc.ts'
import { getTimeline } from './signals/get-timeline.ts'
import { createSource } from './sources/create-source.ts'
import { getSource } from './sources/get-source.ts'
import { listRejections } from './sources/list-rejections.ts'
import { listSchemes } from './sources/list-schemes.ts'
import { listSources } from './sources/list-sources.ts'
import { rotateSource } from './sources/rotate-source.ts'
import { switchSource } from './sources/switch-source.ts'
import { createWarehouse } from './warehouses/create-warehouse.ts'
import { dropWarehouse } from './warehouses/drop-warehouse.ts'
import { getWarehouse } from './warehouses/get-warehouse.ts'
import { listWarehouseKinds } from './warehouses/list-warehouse-kinds.ts'
import { listWarehouseRecipes } from './warehouses/list-warehouse-recipes.ts'
import { listWarehouseRejects } from './warehouses/list-warehouse-rejects.ts'
import { listWarehouseRuns } from './warehouses/list-warehouse-runs.ts'
import { listWarehouses } from './warehouses/list-warehouses.ts'
import {
  backfillWarehouse,
  repairWarehouse,
  syncWarehouse,
  verifyWarehouse,
} from './warehouses/start-warehouse-jobs.ts'
import { switchWarehouse } from './warehouses/switch-warehouse.ts'

/** Every JSON route. A test walks over them with every kind of caller. */
export const routes = [
  ...[listWaysIn, logIn, requestMailLink, startOidc, finishOidc, getSession, logOut],
  ...[getOverview, watchWorkspace],
  ...[listDeliveries, previewDeliveries, getDelivery, getDeliveryBody, replayDeliveries, discardDeliveries],
  ...[getJob, stopJob],
  getTimeline,
  ...[listRejections, listSources, getSource, createSource, rotateSource, switchSource, listSchemes],
  ...[listWarehouses, listWarehouseKinds, getWarehouse, createWarehouse, switchWarehouse, dropWarehouse],
  ...[listWarehouseRuns, listWarehouseRejects, listWarehouseRecipes],
  ...[syncWarehouse, verifyWarehouse, repairWarehouse, backfillWarehouse],
] as const satisfies readonly Route[]
