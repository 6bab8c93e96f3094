import type { WarehouseTable } from '@signalpost/domain'
import type { Fault, WarehouseBounds, WarehouseKind } from '../target.ts'

/** A row in a warehouse now, including tombstones; values are as in `SampleRow`. */
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

/** Unusable settings, and the fault that they must cause. */
export type Trouble = { name: string; settings: unknown; secrets: unknown; fault: Fault }

/** Returns a function that describes a trouble by what differs from usable settings. */
export function troubleWith(usable: Pick<Trouble, 'settings' | 'secrets'>) {
  return (name: string, fault: Fault, changed: Partial<typeof usable>): Trouble => {
    return { name, ...usable, ...changed, fault }
  }
}

/** A separate place in a warehouse, empty at first. */
export type Place = {
  settings: unknown
  secrets: unknown
  /** What the warehouse may reach; anything if absent. */
  bounds?: WarehouseBounds
  /** The directory of the kind's optional packages; absent if it has none. */
  libraries?: string
  /** Reads the current rows like an analyst: not through the target. */
  readRows: (table: WarehouseTable) => Promise<StoredRow[]>
  /** For a rig that `hasComments`. */
  comments?: {
    /** Reads those of a table's columns, and its own under an empty name. */
    read: (table: WarehouseTable) => Promise<Record<string, unknown>>
    /** Comments a column like a person; the empty text removes a comment. */
    write: (table: WarehouseTable, column: string, comment: string) => Promise<void>
  }
  /** Whether a table exists, with or without rows. */
  hasTable: (table: WarehouseTable) => Promise<boolean>
  /** What a person can do to stored rows; absent where files are never rewritten. */
  tamper?: {
    removeRow: (table: WarehouseTable, key: string) => Promise<void>
    /** Sets one text column of one row without a new version. */
    setText: (table: WarehouseTable, key: string, change: { column: string; text: string }) => Promise<void>
    /** Inserts a row once more; absent where the engine shows one row for each key. */
    repeatRow?: (table: WarehouseTable, key: string) => Promise<void>
    /** Drops the view of the current rows, and makes one of a person where one is given; for a rig that `hasCurrentView`. */
    dropView?: (table: WarehouseTable, view?: { leaving: string }) => Promise<void>
    /** Puts a table of something else in the place of one, with its workspaces and keys. */
    replaceTable: (table: WarehouseTable) => Promise<void>
    /** Gives the cursors the form of versions without histories. */
    dropHistory: () => Promise<void>
    /** Drops the table of the cursors alone. */
    dropCursors: () => Promise<void>
  }
}

/** A kind of warehouse with a real engine behind it. */
export type Rig = {
  kind: WarehouseKind
  createPlace: () => Promise<Place>
  troubles: readonly Trouble[]
  /** How an absent list is read: not all engines distinguish it from an empty one. */
  absentTexts: null | []
  /** Whether rows and cursor become visible together; otherwise rows may exist that the cursor does not cover. */
  isTransactional: boolean
  /** Set if `readRows` reads the view of current rows as it reads a table. */
  hasCurrentView?: true
  /** Set if comments are kept up; the statements of other kinds write them at the creation alone. */
  hasComments?: true
  /** Set if the later of equal versions always wins, whether a batch asks for it or not. */
  replacesEqual?: true
  /** An emulation of an unavailable engine. It lives in the tests' process, which is never killed. */
  isStandIn?: true
  close: () => Promise<void>
}

/** How to start a rig, and whether it is too slow for every day; `npm run warehouses` runs those. */
export type RigStarter = {
  name: string
  kind: string
  isHeavy: boolean
  /** Returns how to install what this machine lacks, if anything; the rig is then skipped. */
  findRemedy?: () => string | undefined
  start: () => Promise<Rig>
}
