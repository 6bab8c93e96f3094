import type { WarehouseLosses, WarehouseTable } from '@signalpost/domain'
import type { z } from 'zod'

/** What a sync writes of each row, after the columns of its table, in this order; the last two it writes by itself. */
export const syncColumns = ['_version', '_deleted', '_synced_at', '_batch_id'] as const

/**
 * Some changed rows of one table, each as it is now, in a file: CSV (RFC 4180) in UTF-8 without a header, a line feed
 * after each row, the table's columns in their order and then `_version` and `_deleted`.
 *
 * - null is `\N` without quotes; the empty text is `""`; a text that is `\N` stands in quotes
 * - `boolean` is `true` or `false`, `integer` and `float` are decimal
 * - `instant` is `YYYY-MM-DDTHH:mm:ss.sssZ`
 * - `texts` is a JSON array of strings, `json` is JSON
 * - a deleted row has its key, its `_version`, `_deleted` true, and null for all else
 *
 * A key may stand in it more than once; the greatest `_version` counts.
 */
export type Batch = {
  table: WarehouseTable
  orgId: string
  /** Equal for the same stretch of changes of the same table to the same warehouse: letters, digits and `_`. */
  batchId: string
  /** Its rows changed at positions after `from`, up to `to`. */
  from: bigint
  to: bigint
  file: string
  rows: number
  /**
   * A row is written over one with a smaller `_version`, never over one with a greater. Equal versions have equal
   * contents, and are written over only where this is set: to fill new columns and to mend what was changed by hand.
   */
  rewritesEqual: boolean
  /** What the cursor's `history` becomes with the batch. */
  history?: string | undefined
  /** What `_synced_at` gets. */
  syncedAt: string
}

/** Up to where a target has a table, kept in the target itself. */
export type Cursor = {
  position: bigint
  /** Up to which position rows are written over equal ones, after the columns changed or a backfill began. */
  rewriteUntil: bigint
  /** The version of the table's columns. */
  version: number
  /** The history of the product's database that the rows come from; its meaning is not the target's. */
  history?: string | undefined
}

/** A part of a table's changes, and what the cursor's `history` becomes once it is past them. */
export type Passage = Pick<Batch, 'table' | 'from' | 'to' | 'history'>

/** A column that is not there, or not of the type that a sync gives it; types as the warehouse names them. */
export type ColumnFault = { column: string; expected: string; found: string | undefined }

/** Rows whose key's hash begins with `prefix`, counted and summed: see `checksum`. */
export type Bucket = { prefix: string; rows: bigint; sum: bigint }

/** A row of a target: its hash is the first 64 bits of the MD5 of its canonical text, in hexadecimal. */
export type StoredHash = { key: string; version: bigint; hash: string }

/**
 * What becomes of an error: `retry` comes again soon, `throttle` later; `configuration` needs a person, and comes again
 * all the same; `data` is a row's fault, and is looked for by halving the batch.
 */
export type Fault = 'retry' | 'throttle' | 'configuration' | 'data'

/** The tables of one workspace in one warehouse, open for a while. One call at a time. */
export type Target = {
  /** Where the table was left; undefined where it was never written. */
  readCursor: (table: WarehouseTable) => Promise<Cursor | undefined>
  /**
   * What is wrong with the columns of the table, those of the sync included; undefined where there is no such table.
   * Where files have the columns of their time, none is ever wrong.
   */
  findFaults: (table: WarehouseTable) => Promise<ColumnFault[] | undefined>
  /** Creates the table, or adds the columns that it and the cursors lack; drops and retypes nothing. Repeating it does nothing. */
  prepare: (table: WarehouseTable) => Promise<void>
  writeCursor: (table: WarehouseTable, cursor: Cursor) => Promise<void>
  /** Brings a batch to where it can be committed. Repeating it, also after a crash half way, does no harm. */
  stage: (batch: Batch) => Promise<void>
  /**
   * Merges a staged batch, guarded by `_version`, and moves the cursor as `moveCursor` does, in one transaction where
   * the target has them, else the cursor after the rows. Where the cursor must stay, the rows are merged all the same;
   * but where there is none and none may be made, a target that keeps both in one may leave them out. Repeating it
   * changes nothing. Tells the point `sync.merged` between the two.
   */
  commit: (batch: Batch) => Promise<void>
  /**
   * Moves the cursor to `to`, never backwards, and only where it stands at `from` or after it: one that was set back
   * meanwhile stays, and so do the rows before `from` that are to be written again. Where there is no cursor, a stretch
   * from 0 makes one that rewrites nothing, and any other none. `history` changes with the position, and stays as it
   * is where the cursor is past `to`.
   */
  moveCursor: (stretch: Passage) => Promise<void>
  /**
   * By the first `digits` hexadecimal digits of the MD5 of the key in UTF-8: how many rows, tombstones included, and
   * the sum of the first 32 bits of the MD5 of their canonical texts, which `canonicalRow` describes. Of the columns
   * only those that `table` names count.
   */
  checksum: (table: WarehouseTable, digits: 2 | 4) => Promise<Bucket[]>
  /** The rows of some buckets, as `checksum` makes them; tombstones included. */
  listHashes: (table: WarehouseTable, prefixes: readonly string[]) => Promise<StoredHash[]>
  /**
   * Files of a table that `checksum` and its like found missing or unreadable: they took the rows in them as missing.
   * Absent where a kind keeps no files of its own.
   */
  damagedFiles?: (table: WarehouseTable) => readonly string[]
  /** Takes files that are missing or cannot be read out of a table, so that their rows can be sent again. */
  mend?: (table: WarehouseTable) => Promise<void>
  /** Removes rows for good, without tombstones: for those that are newer here than where they come from. */
  removeRows: (table: WarehouseTable, keys: readonly string[]) => Promise<void>
  /** Removes all rows of the workspace, and tables, views and cursors that are then empty. */
  dropTables: (tables: readonly WarehouseTable[]) => Promise<void>
  close: () => Promise<void>
}

type TargetOptions<Settings, Secrets> = {
  orgId: string
  settings: Settings
  secrets: Secrets
  /** A directory of its own for whatever it writes before it is committed; removed after `close`. */
  scratch: string
  /** Where `warehouse install` brings optional packages: see `loadOptional`. */
  libraries: string
  /** Nothing will be written: then opening and closing write nothing either. */
  isReadOnly?: boolean
}

/** How operators give a member of the settings: `accessKey` by `--access-key <id>`. */
export type SettingOption = {
  /** What stands for its value: `<id>`. */
  placeholder: string
  description: string
  /** A path of the machine where the command runs, which is made absolute there. */
  isPath?: true
  /** The member with which it must be given, and without which it must not. */
  goesWith?: string
}

/** How operators give a member of the secrets: `secretKey` by `--secret-key <text>` or `--secret-key-file <file>`. */
export type SecretOption = {
  /** In a file only is given what is too long for a command line. */
  secret: 'text or file' | 'file'
  description: string
  goesWith?: string
}

/** One kind of warehouse. */
export type WarehouseKind<Settings = unknown, Secrets = unknown> = {
  kind: string
  /** What it does, as a sentence without the full stop. */
  summary: string
  isBeta: boolean
  settings: z.ZodType<Settings>
  /** All that is sealed at rest and never shown. */
  secrets: z.ZodType<Secrets>
  /** By member of settings and secrets, in the order in which they are shown. */
  options: Readonly<Record<string, SettingOption | SecretOption>>
  /** Where it is, for people: nothing secret, and equal for no two places. */
  locationOf: (place: { settings: Settings; secrets: Secrets }) => string
  /** Packages, with their versions, that only this kind needs and that `warehouse install` brings; none comes with it. */
  optionalPackages: Readonly<Record<string, string>>
  /** For how long one that is in sync stays closed: then a sync looks whether its tables are still there. */
  looksAgainAfterMs: number
  /** What its engine does not keep as it is given. */
  losses: WarehouseLosses
  /** Throws where it cannot be reached, or may not be written. */
  open: (options: TargetOptions<Settings, Secrets>) => Promise<Target>
  faultOf: (error: unknown) => Fault
}
