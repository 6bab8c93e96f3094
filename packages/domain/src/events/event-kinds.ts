import type { EventKind } from '../event-kind.ts'
import { dealDeleted } from './deal-deleted.ts'
import { dealCreated, dealUpdated } from './deal-stored.ts'
import { listenerDeleted } from './listener-deleted.ts'
import { listenerCreated, listenerUpdated } from './listener-stored.ts'
import { ping } from './ping.ts'
import { signalAlerted } from './signal-alerted.ts'
import { signalAssigned } from './signal-assigned.ts'
import { signalDeleted } from './signal-deleted.ts'
import { signalFeedback } from './signal-feedback.ts'
import { signalRead } from './signal-read.ts'
import { signalCreated, signalUpdated } from './signal-stored.ts'

/** Every kind of event that is applied. An event of any other type is kept and ignored. */
export const eventKinds: readonly EventKind[] = [
  signalCreated,
  signalUpdated,
  signalAlerted,
  signalAssigned,
  signalFeedback,
  signalRead,
  signalDeleted,
  listenerCreated,
  listenerUpdated,
  listenerDeleted,
  dealCreated,
  dealUpdated,
  dealDeleted,
  ping,
]
