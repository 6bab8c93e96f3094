import type { WarehouseTable } from '@signalpost/domain'
import type { Fault, WarehouseKind } from '../target.ts'

/** What stands in a warehouse under a key now, tombstones included; values as `SampleRow` has them. */
export type StoredRow = {
  orgId: string
  key: string
  version: bigint
  isDeleted: boolean
  syncedAt: string
  batchId: string
  /** All columns but `org_id` and the key. */
  values: Readonly<Record<string, unknown>>
}

/** Settings that lead nowhere, and what must be made of it. */
export type Trouble = { name: string; settings: unknown; secrets: unknown; fault: Fault }

/** A place of its own in a warehouse, empty at first. */
export type Place = {
  settings: unknown
  secrets: unknown
  /** Where the kind finds its optional packages; absent where it has none. */
  libraries?: string
  /** Reads the current state as an analyst would: not through the target. */
  readRows: (table: WarehouseTable) => Promise<StoredRow[]>
  /** Whether a table is there, with rows or without. */
  hasTable: (table: WarehouseTable) => Promise<boolean>
  /** What a person can do to what is stored; absent where files are never written again. */
  tamper?: {
    removeRow: (table: WarehouseTable, key: string) => Promise<void>
    /** Sets one text column of one row, and no version. */
    setText: (table: WarehouseTable, key: string, change: { column: string; text: string }) => Promise<void>
    /** Makes the cursors what versions without histories made. */
    dropHistory: () => Promise<void>
  }
}

/** One kind of warehouse with something real behind it. */
export type Rig = {
  kind: WarehouseKind
  createPlace: () => Promise<Place>
  troubles: readonly Trouble[]
  /** What a list that is not there reads as: not all engines tell it from an empty one. */
  absentTexts: null | []
  /** Whether rows show with the cursor or not at all; else rows may be there that the cursor does not know of. */
  isTransactional: boolean
  /** Where of equal versions the one that came last counts, whether a batch asks for it or not. */
  replacesEqual?: true
  /** Which instants the engine can hold, where it cannot hold all; the others are null in it. */
  canHold?: (instant: string) => boolean
  /** What stands in for an engine that is not to be had; it lives in the process of the tests, which nothing kills. */
  isStandIn?: true
  close: () => Promise<void>
}

/** How to start a rig, and whether it is too heavy for every day: then `npm run warehouses` alone runs it. */
export type RigStarter = {
  name: string
  kind: string
  isHeavy: boolean
  /** What brings that which this machine lacks, where it may lack something: the rig is skipped without it. */
  findRemedy?: () => string | undefined
  start: () => Promise<Rig>
}
