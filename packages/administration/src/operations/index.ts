import { channelOperations } from '../channel/index.ts'
import { connectionOperations } from '../connection/index.ts'
import { escalationOperations } from '../escalation/index.ts'
import { jobOperations } from '../jobs/index.ts'
import { keyOperations } from '../key/index.ts'
import { listenerOperations } from '../listener/index.ts'
import { ruleOperations } from '../rule/rule-operations.ts'
import { silenceOperations } from '../silence/index.ts'
import { sourceOperations } from '../source/index.ts'

export type { Offered, Performed } from '../define-operation.ts'

/** Every operation that people do by several faces. What is in no list here is done by one face alone. */
export const operations = [
  ...[...ruleOperations, ...escalationOperations, ...silenceOperations],
  ...[...keyOperations, ...channelOperations, ...connectionOperations],
  ...[...jobOperations, ...sourceOperations, ...listenerOperations],
] as const
