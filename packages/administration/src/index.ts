export {
  type Caller,
  commandLineCaller,
  type Demand,
  may,
  type Role,
  roles,
  systemCaller,
} from '@signalpost/authorization'
export { acts } from './acts.ts'
export { alertStatuses, replayAlertsAct } from './alert/replay-alerts.ts'
export { createChannelAct } from './channel/create-channel.ts'
export { mapChannelUsersAct } from './channel/map-users.ts'
export { rotateChannelAct } from './channel/rotate-channel.ts'
export { findRotationIssue } from './channel/rotation-issue.ts'
export { disableChannelAct, enableChannelAct } from './channel/switch-channel.ts'
export { type ChannelActServices, testChannelAct } from './channel/test-channel.ts'
export type { Act, ActServices, AnyAct, Change } from './define-act.ts'
export {
  deliveryJobWorks,
  discardDeliveriesAct,
  replayDeliveriesAct,
} from './delivery/delivery-jobs.ts'
export { createDemoAdminAct } from './demo/create-demo-admin.ts'
export { renewDemoCredentialsAct } from './demo/renew-demo-credentials.ts'
export type { JobWork } from './jobs/define-job.ts'
export { createJobLane, type JobLane, type Jobs, startJobs } from './jobs/start-jobs.ts'
export { stopJobAct } from './jobs/stop-job.ts'
export { waitForJob } from './jobs/wait-for-job.ts'
export { createKeyAct } from './key/create-key.ts'
export { revokeKeyAct } from './key/revoke-key.ts'
export { createLoginLinkAct } from './login/create-login-link.ts'
export { performAct } from './perform-act.ts'
export { editPersonAct } from './person/edit-person.ts'
export { endPersonAct } from './person/end-person.ts'
export { endPersonSessionsAct, endSessionAct } from './person/end-sessions.ts'
export { invitePersonAct } from './person/invite-person.ts'
export type { PersonActServices } from './person/person-services.ts'
export { revokeInvitationAct } from './person/revoke-invitation.ts'
export { disablePersonAct, enablePersonAct } from './person/switch-person.ts'
export { assignSignalAct } from './record/assign-signal.ts'
export { createCollectionAct } from './record/create-collection.ts'
export { createDealsAct } from './record/create-deals.ts'
export { createNoteAct } from './record/create-note.ts'
export { saveSignalAct } from './record/save-signal.ts'
export { updateDealAct } from './record/update-deal.ts'
export { createRuleAct } from './rule/create-rule.ts'
export { deleteRuleAct } from './rule/delete-rule.ts'
export { editRuleAct } from './rule/edit-rule.ts'
export { disableRuleAct, enableRuleAct } from './rule/switch-rule.ts'
export { eraseSignalAct } from './signal/erase-signal.ts'
export { createSilenceAct } from './silence/create-silence.ts'
export { endSilenceAct } from './silence/end-silence.ts'
export { createSourceAct } from './source/create-source.ts'
export { endSourceSecretAct } from './source/end-source-secret.ts'
export { type JudgedRejection, listJudgedRejections } from './source/list-rejections.ts'
export {
  type JudgedSecret,
  listJudgedSecrets,
  type SecretVerdict,
} from './source/list-source-secrets.ts'
export { rotateSourceAct } from './source/rotate-source.ts'
export { disableSourceAct, enableSourceAct } from './source/switch-source.ts'
export { createWarehouseAct } from './warehouse/create-warehouse.ts'
export { dropWarehouseAct } from './warehouse/drop-warehouse.ts'
export { pauseWarehouseAct, resumeWarehouseAct } from './warehouse/switch-warehouse.ts'
export {
  backfillWarehouseAct,
  repairWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
} from './warehouse/warehouse-job-acts.ts'
export {
  type BackfillJobResult,
  type SyncJobResult,
  type VerifyJobResult,
  warehouseJobWorks,
} from './warehouse/warehouse-job-works.ts'
export type { WarehouseActServices } from './warehouse/warehouse-services.ts'
export { createWorkspaceAct } from './workspace/create-workspace.ts'
export { updateWorkspaceAct } from './workspace/update-workspace.ts'
