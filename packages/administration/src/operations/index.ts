import { accountOperations } from '../account/index.ts'
import { alertOperations, alertPages } from '../alert/index.ts'
import { assistantOperations, assistantPages } from '../assistant/index.ts'
import { auditOperations } from '../audit/index.ts'
import { channelOperations, channelPages } from '../channel/index.ts'
import { collectionOperations } from '../collection/index.ts'
import { connectionOperations } from '../connection/index.ts'
import { dealOperations } from '../deal/index.ts'
import { deliveryOperations } from '../delivery/index.ts'
import { demoOperations } from '../demo/index.ts'
import { escalationOperations } from '../escalation/index.ts'
import { inboxOperations } from '../inbox/index.ts'
import { jobOperations } from '../jobs/index.ts'
import { keyOperations } from '../key/index.ts'
import { listenerOperations } from '../listener/index.ts'
import { messageOperations } from '../message/index.ts'
import { personOperations } from '../person/index.ts'
import { recordOperations } from '../record/index.ts'
import { ruleOperations } from '../rule/rule-operations.ts'
import { signalOperations, signalPages } from '../signal/index.ts'
import { silenceOperations } from '../silence/index.ts'
import { sourceOperations } from '../source/index.ts'
import { viewOperations } from '../view/index.ts'
import { warehouseOperations } from '../warehouse/index.ts'
import { workspaceOperations } from '../workspace/index.ts'

export type { Offered, Paged, Performed } from '../define-operation.ts'

/** Every operation that people do by several faces. What is in no list here is done by one face alone. */
export const operations = [
  ...[...alertOperations, ...deliveryOperations, ...auditOperations, ...signalOperations],
  ...[...alertPages, ...signalPages, ...channelPages, ...assistantPages],
  ...[...recordOperations, ...dealOperations, ...accountOperations, ...inboxOperations],
  ...collectionOperations,
  ...[...ruleOperations, ...escalationOperations, ...silenceOperations],
  ...[...keyOperations, ...channelOperations, ...connectionOperations],
  ...[...jobOperations, ...sourceOperations, ...messageOperations],
  ...[...personOperations, ...assistantOperations],
  ...[...workspaceOperations, ...demoOperations],
  ...warehouseOperations,
  ...[...listenerOperations, ...viewOperations],
] as const
