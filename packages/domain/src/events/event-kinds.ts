import type { EventKind } from '../event-kind.ts'
import { dealDeleted } from './deal-deleted.ts'
import { dealCreated, dealUpdated } from './deal-stored.ts'
import { listenerDeleted } from './listener-deleted.ts'
import { listenerCreated, listenerUpdated } from './listener-stored.ts'
import { ping } from './ping.ts'
import { registerEvents } from './register-events.ts'
import { signalDeleted } from './signal-deleted.ts'
import { signalCreated, signalUpdated } from './signal-stored.ts'

/** Every kind of event that is applied. The ledger keeps events of other types, and they are ignored. */
export const eventKinds: readonly EventKind[] = [
  signalCreated,
  signalUpdated,
  ...registerEvents,
  signalDeleted,
  listenerCreated,
  listenerUpdated,
  listenerDeleted,
  dealCreated,
  dealUpdated,
  dealDeleted,
  ping,
]
