export { acts } from './acts.ts'
export { alertStatuses, replayAlertsAct } from './alert/replay-alerts.ts'
export {
  type Caller,
  commandLineCaller,
  type Demand,
  may,
  type Role,
  roles,
  systemCaller,
} from './caller.ts'
export { createChannelAct } from './channel/create-channel.ts'
export { mapChannelUsersAct } from './channel/map-users.ts'
export { rotateChannelAct } from './channel/rotate-channel.ts'
export { disableChannelAct, enableChannelAct } from './channel/switch-channel.ts'
export { type ChannelActServices, testChannelAct } from './channel/test-channel.ts'
export type { Act, ActServices, AnyAct, Change } from './define-act.ts'
export {
  deliveryJobWorks as jobWorks,
  discardDeliveriesAct,
  replayDeliveriesAct,
} from './delivery/delivery-jobs.ts'
export { renewDemoCredentialsAct } from './demo/renew-demo-credentials.ts'
export type { JobWork } from './jobs/define-job.ts'
export { type Jobs, startJobs } from './jobs/start-jobs.ts'
export { stopJobAct } from './jobs/stop-job.ts'
export { waitForJob } from './jobs/wait-for-job.ts'
export { createKeyAct } from './key/create-key.ts'
export { revokeKeyAct } from './key/revoke-key.ts'
export { performAct } from './perform-act.ts'
export { createRuleAct } from './rule/create-rule.ts'
export { deleteRuleAct } from './rule/delete-rule.ts'
export { editRuleAct } from './rule/edit-rule.ts'
export { disableRuleAct, enableRuleAct } from './rule/switch-rule.ts'
export { eraseSignalAct } from './signal/erase-signal.ts'
export { createSilenceAct } from './silence/create-silence.ts'
export { endSilenceAct } from './silence/end-silence.ts'
export { createSourceAct } from './source/create-source.ts'
export { rotateSourceAct } from './source/rotate-source.ts'
export { disableSourceAct, enableSourceAct } from './source/switch-source.ts'
export { createWarehouseAct } from './warehouse/create-warehouse.ts'
export { dropWarehouseAct } from './warehouse/drop-warehouse.ts'
export { pauseWarehouseAct, resumeWarehouseAct } from './warehouse/switch-warehouse.ts'
export type { WarehouseActServices } from './warehouse/warehouse-services.ts'
export { createWorkspaceAct } from './workspace/create-workspace.ts'
export { updateWorkspaceAct } from './workspace/update-workspace.ts'
