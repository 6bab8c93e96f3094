import type { CliCommand } from '../command/define-command.ts'
import { alertList } from './alert/list.ts'
import { alertReplay } from './alert/replay.ts'
import { alertShow } from './alert/show.ts'
import { auditList } from './audit/list.ts'
import { backupCreate } from './backup/create.ts'
import { backupRestore } from './backup/restore.ts'
import { canaryDisable } from './canary/disable.ts'
import { canaryEnable } from './canary/enable.ts'
import { canaryStatus } from './canary/status.ts'
import { channelAddresses } from './channel/addresses.ts'
import { channelCreate } from './channel/create.ts'
import { channelEdit } from './channel/edit.ts'
import { channelLift } from './channel/lift.ts'
import { channelList } from './channel/list.ts'
import { channelMapUser } from './channel/map-user.ts'
import { channelPause } from './channel/pause.ts'
import { channelRotate } from './channel/rotate.ts'
import { channelDisable, channelEnable, channelResume } from './channel/switch.ts'
import { channelTest } from './channel/test.ts'
import { collectionList } from './collection/list.ts'
import { collectionShow } from './collection/show.ts'
import { connectionBudget } from './connection/budget.ts'
import { connectionCreate } from './connection/create.ts'
import { connectionDelete } from './connection/delete.ts'
import { connectionList } from './connection/list.ts'
import { deliveryDiscard } from './delivery/discard.ts'
import { deliveryList } from './delivery/list.ts'
import { deliveryReplay } from './delivery/replay.ts'
import { deliveryShow } from './delivery/show.ts'
import { demoCredentials } from './demo/credentials.ts'
import { demo } from './demo/demo.ts'
import { doctor } from './doctor/doctor.ts'
import { eraseSignal } from './erase/signal.ts'
import { escalationCreate } from './escalation/create.ts'
import { escalationEdit } from './escalation/edit.ts'
import { escalationEnd } from './escalation/end.ts'
import { escalationList } from './escalation/list.ts'
import { escalationPreview } from './escalation/preview.ts'
import { eventSend } from './event/send.ts'
import { eventSign } from './event/sign.ts'
import { invitationList } from './invitation/list.ts'
import { invitationRevoke } from './invitation/revoke.ts'
import { jobList } from './job/list.ts'
import { jobShow } from './job/show.ts'
import { jobStop } from './job/stop.ts'
import { keyCreate } from './key/create.ts'
import { keyList } from './key/list.ts'
import { keyRevoke } from './key/revoke.ts'
import { keyRotateMaster } from './key/rotate-master.ts'
import { listenerCreate } from './listener/create.ts'
import { listenerDelete } from './listener/delete.ts'
import { listenerEdit } from './listener/edit.ts'
import { listenerExplain } from './listener/explain.ts'
import { listenerList } from './listener/list.ts'
import { listenerPause, listenerResume } from './listener/pause.ts'
import { listenerRun } from './listener/run.ts'
import { listenerShow } from './listener/show.ts'
import { listenerWeights } from './listener/weights.ts'
import { login } from './login/login.ts'
import { messageList } from './message/list.ts'
import { messageReplay } from './message/replay.ts'
import { messageShow } from './message/show.ts'
import { migrate } from './migrate/migrate.ts'
import { noteList } from './note/list.ts'
import { personEdit } from './person/edit.ts'
import { personEnd } from './person/end.ts'
import { personEndSessions } from './person/end-sessions.ts'
import { personFreeAddress } from './person/free-address.ts'
import { personInvite } from './person/invite.ts'
import { personList } from './person/list.ts'
import { personLogOutAll } from './person/log-out-all.ts'
import { personSessions } from './person/sessions.ts'
import { personDisable, personEnable } from './person/switch.ts'
import { platformCheck } from './platform/check.ts'
import { platformList } from './platform/list.ts'
import { reset } from './reset/reset.ts'
import { ruleCreate } from './rule/create.ts'
import { ruleDelete } from './rule/delete.ts'
import { ruleEdit } from './rule/edit.ts'
import { ruleList } from './rule/list.ts'
import { ruleMove } from './rule/move.ts'
import { rulePreview } from './rule/preview.ts'
import { ruleDisable, ruleEnable } from './rule/switch.ts'
import { api, consoleApp, intake, searcher, worker } from './service/app-process.ts'
import { start } from './service/start.ts'
import { signalAcknowledge } from './signal/acknowledge.ts'
import { signalAssign } from './signal/assign.ts'
import { signalList } from './signal/list.ts'
import { signalRead } from './signal/read.ts'
import { signalShow } from './signal/show.ts'
import { signalTimeline } from './signal/timeline.ts'
import { signalVerdict } from './signal/verdict.ts'
import { silenceCreate } from './silence/create.ts'
import { silenceEnd } from './silence/end.ts'
import { silenceList } from './silence/list.ts'
import { sourceCreate } from './source/create.ts'
import { sourceEdit } from './source/edit.ts'
import { sourceEndSecret } from './source/end-secret.ts'
import { sourceList } from './source/list.ts'
import { sourceRejections } from './source/rejections.ts'
import { sourceRotate } from './source/rotate.ts'
import { sourceSecrets } from './source/secrets.ts'
import { sourceDisable, sourceEnable } from './source/switch.ts'
import { warehouseBackfill } from './warehouse/backfill.ts'
import { warehouseCreate } from './warehouse/create.ts'
import { warehouseDrop } from './warehouse/drop.ts'
import { warehouseInstall } from './warehouse/install.ts'
import { warehouseList, warehouseStatus } from './warehouse/status.ts'
import { warehousePause, warehouseResume } from './warehouse/switch.ts'
import { warehouseSync } from './warehouse/sync.ts'
import { warehouseVerify } from './warehouse/verify.ts'
import { workspaceCreate } from './workspace/create.ts'
import { workspaceList } from './workspace/list.ts'
import { workspaceUpdate } from './workspace/update.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly CliCommand[] = [
  start,
  intake,
  worker,
  searcher,
  api,
  consoleApp,
  migrate,
  doctor,
  demo,
  demoCredentials,
  backupCreate,
  backupRestore,
  reset,
  workspaceCreate,
  workspaceUpdate,
  workspaceList,
  login,
  personInvite,
  personList,
  personLogOutAll,
  personEdit,
  personEnd,
  personDisable,
  personEnable,
  personSessions,
  personEndSessions,
  personFreeAddress,
  invitationList,
  invitationRevoke,
  keyCreate,
  keyList,
  keyRevoke,
  keyRotateMaster,
  sourceCreate,
  sourceEdit,
  sourceRotate,
  sourceList,
  sourceDisable,
  sourceEnable,
  sourceRejections,
  sourceSecrets,
  sourceEndSecret,
  eventSend,
  eventSign,
  deliveryList,
  deliveryShow,
  deliveryReplay,
  deliveryDiscard,
  ...channelCreate,
  channelList,
  channelTest,
  channelDisable,
  channelEnable,
  channelRotate,
  channelMapUser,
  channelEdit,
  channelPause,
  channelResume,
  channelAddresses,
  channelLift,
  platformList,
  platformCheck,
  connectionCreate,
  connectionList,
  connectionBudget,
  connectionDelete,
  listenerCreate,
  listenerList,
  listenerShow,
  listenerEdit,
  listenerPause,
  listenerResume,
  listenerRun,
  listenerExplain,
  listenerWeights,
  listenerDelete,
  ruleCreate,
  ruleEdit,
  ruleList,
  ruleEnable,
  ruleDisable,
  ruleDelete,
  ruleMove,
  rulePreview,
  escalationCreate,
  escalationEdit,
  escalationEnd,
  escalationList,
  escalationPreview,
  silenceCreate,
  silenceList,
  silenceEnd,
  alertList,
  alertShow,
  alertReplay,
  messageList,
  messageShow,
  messageReplay,
  signalList,
  signalShow,
  signalTimeline,
  signalAcknowledge,
  signalAssign,
  signalVerdict,
  signalRead,
  collectionList,
  collectionShow,
  noteList,
  eraseSignal,
  jobList,
  jobShow,
  jobStop,
  auditList,
  canaryEnable,
  canaryStatus,
  canaryDisable,
  ...warehouseCreate,
  warehouseList,
  warehouseStatus,
  warehouseSync,
  warehouseVerify,
  warehouseBackfill,
  warehousePause,
  warehouseResume,
  warehouseDrop,
  warehouseInstall,
]
