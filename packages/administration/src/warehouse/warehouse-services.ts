import type { DatabasePool } from '@signalpost/database'
import type { OutgoingProxy } from '@signalpost/outgoing'
import type { WarehouseBounds, WarehouseKind } from '@signalpost/warehouses'
import type { ActServices } from '../define-act.ts'

/** What acts on warehouses work with. */
export type WarehouseActServices = ActServices & {
  /** The same connections as those of `database`. */
  readonly pool: DatabasePool
  /** Holds the libraries of some kinds. */
  readonly dataDir: string
  /** The proxy through which warehouses outside of the operator's network are reached. */
  readonly outgoingProxy?: OutgoingProxy | undefined
  /** What warehouses reach that are created over HTTP; public addresses alone by default. */
  readonly warehouseBounds?: WarehouseBounds | undefined
  /** Instead of the kinds that this version has. */
  readonly kinds?: readonly WarehouseKind[]
}

/** For acts that wait while another process works on the warehouse. */
export type PatientWarehouseServices = WarehouseActServices & {
  /** Called once, if another process is working on the warehouse. */
  onWait?: () => void
  /** The longest wait for that process, in milliseconds. 5 minutes by default. */
  waitMs?: number
}
