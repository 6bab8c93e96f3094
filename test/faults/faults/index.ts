import type { Fault } from '../fault.ts'
import { clocks } from './clocks.ts'
import { crashes } from './crash-points.ts'
import { migrate, rotateSecrets } from './operators.ts'
import {
  blackholePostgres,
  deafPostgres,
  halfClosePostgres,
  refusingPostgres,
  resetPostgres,
  restartPostgres,
  slowPostgres,
  stopPostgres,
} from './postgres-away.ts'
import {
  cancelStatements,
  deadlocks,
  fillConnections,
  locks,
  readOnly,
  refusals,
  terminateListeners,
  terminateSessions,
} from './postgres-within.ts'
import {
  blockIntake,
  blockWorker,
  freezeIntake,
  freezeWorker,
  killEveryProcess,
  killIntake,
  killsInARow,
  killWorker,
  rollingRestart,
} from './processes.ts'
import { loseJobs } from './queue.ts'
import {
  blackholeRedis,
  deafRedis,
  fillRedis,
  flushRedis,
  freezeRedis,
  killOneNode,
  killRedis,
  resetRedis,
  slowRedis,
} from './redis.ts'
import { conflicts, duplicates, slowSenders } from './senders.ts'

/** Everything that the product is put through. */
export const faults: readonly Fault[] = [
  killIntake,
  killWorker,
  killEveryProcess,
  killsInARow,
  freezeIntake,
  freezeWorker,
  blockIntake,
  blockWorker,
  rollingRestart,
  ...crashes,
  ...clocks,
  stopPostgres,
  restartPostgres,
  resetPostgres,
  halfClosePostgres,
  blackholePostgres,
  deafPostgres,
  slowPostgres,
  refusingPostgres,
  terminateSessions,
  terminateListeners,
  cancelStatements,
  fillConnections,
  readOnly,
  ...locks,
  ...refusals,
  deadlocks,
  killRedis,
  killOneNode,
  flushRedis,
  freezeRedis,
  fillRedis,
  resetRedis,
  blackholeRedis,
  deafRedis,
  slowRedis,
  loseJobs,
  duplicates,
  conflicts,
  slowSenders,
  rotateSecrets,
  migrate,
]
