import type { KindOptions, WarehouseLosses, WarehouseTable } from '@signalpost/domain'
import type { Lookup, Networks, OutgoingProxy } from '@signalpost/outgoing'
import type { z } from 'zod'
import type { Answer } from './answers/answer.ts'

/** The columns that a sync adds to those of a table, in this order. The sync itself supplies the last two. */
export const syncColumns = ['_version', '_deleted', '_synced_at', '_batch_id'] as const

/** Whether a table with these columns is a sync's, whatever it lost since. One that something else made has none of them. */
export function isOfSync(columns: { has: (name: string) => boolean }): boolean {
  return syncColumns.some((name) => columns.has(name))
}

/**
 * Some changed rows of one table, each in its present form, in a file: CSV (RFC 4180) in UTF-8 without a header, a line
 * feed after each row, the table's columns in order and then `_version` and `_deleted`.
 *
 * - null is `\N` without quotes; the empty text is `""`; a text that is `\N` is quoted
 * - `boolean` is `true` or `false`, `integer` and `float` are decimal
 * - `instant` is `YYYY-MM-DDTHH:mm:ss.sssZ`
 * - `texts` is a JSON array of strings, `json` is JSON
 * - a deleted row has its key, its `_version`, `_deleted` true, and null for everything else
 *
 * A key may occur more than once; the greatest `_version` counts.
 *
 * In parts, the columns are still in the documents in which they are found: the file has the parts that `partsOf` names in
 * the place of the columns, documents as JSON, with the character 2 for quotes.
 */
export type Batch = {
  table: WarehouseTable
  orgId: string
  /**
   * Equal for the same stretch of changes of the same table to the same warehouse. Consists of letters, digits and `_`.
   */
  batchId: string
  /**
   * The rows changed at positions after `from`, up to `to`; in a fill in the order of keys, these are places that only
   * grow, below the position where the fill will end.
   */
  from: bigint
  to: bigint
  file: string
  rows: number
  /** Only for a kind that reads parts. */
  isInParts?: boolean
  /**
   * A row replaces one with a smaller `_version`, never one with a greater. Equal versions have equal contents, and are
   * overwritten only if this is set: to fill new columns and to repair manual changes. Even then a row whose contents
   * are equal stays as it is, with its `_synced_at` and `_batch_id`.
   */
  rewritesEqual: boolean
  /** The cursor's `history` after the batch. */
  history?: string | undefined
  /** The value of `_synced_at`. */
  syncedAt: string
}

/** How far a target has followed a table; stored in the target itself. */
export type Cursor = {
  /** In a fill in the order of keys, the place of its last batch; `history` then says so. */
  position: bigint
  /** The position up to which equal rows are overwritten, after the columns changed or a backfill began. */
  rewriteUntil: bigint
  /** The version of the table's columns. */
  version: number
  /** Identifies the history of the product's database that the rows come from; opaque to the target. */
  history?: string | undefined
}

/** A part of a table's changes, and the cursor's `history` after them. */
export type Passage = Pick<Batch, 'table' | 'from' | 'to' | 'history'>

/** A column that is missing, or whose type differs from the sync's. Types are the warehouse's names. */
export type ColumnFault = { column: string; expected: string; found: string | undefined }

/** The count and sum of the rows whose key's hash begins with `prefix`: see `checksum`. */
export type Bucket = { prefix: string; rows: bigint; sum: bigint }

/**
 * The rows of a target that have one key: the greatest version, how many there are, and of one of them the first 64 bits of
 * the MD5 of its canonical text, in hexadecimal.
 */
export type StoredHash = { key: string; version: bigint; hash: string; copies: number }

/**
 * What an error means: `retry` comes again soon, `throttle` later; `configuration` needs a person, and is retried too;
 * `data` is a row's fault, which halving the batch finds.
 */
export type Fault = 'retry' | 'throttle' | 'configuration' | 'data'

/** The open tables of one workspace in one warehouse. One call at a time. */
export type Target = {
  /** Returns the table's cursor; undefined if it was never written. */
  readCursor: (table: WarehouseTable) => Promise<Cursor | undefined>
  /**
   * Returns what is wrong with the columns of the table, including those of the sync; undefined if there is no such
   * table. Always empty where each file keeps the columns of its time.
   */
  findFaults: (table: WarehouseTable) => Promise<ColumnFault[] | undefined>
  /**
   * Whether the view of the table's current rows is missing, lacks columns that the table has, or shows others than these rows,
   * and `prepare` may create it. What a person made under its name is no fault where ours has a comment. Absent for kinds without
   * views.
   */
  lacksView?: (table: WarehouseTable) => Promise<boolean>
  /** Whether the table lost its primary key, and `prepare` may add it. Absent for kinds whose tables have none. */
  lacksKey?: (table: WarehouseTable) => Promise<boolean>
  /**
   * Creates the table, or adds missing columns to it and to the cursors; never drops or changes a column. Repeating it
   * does nothing.
   */
  prepare: (table: WarehouseTable) => Promise<void>
  writeCursor: (table: WarehouseTable, cursor: Cursor) => Promise<void>
  /** Brings a batch to where it can be committed. Repeating it, even after a crash half way, does no harm. */
  stage: (batch: Batch) => Promise<void>
  /**
   * Merges a staged batch, guarded by `_version`, and moves the cursor like `moveCursor`: in one transaction if the
   * target has them, else after the rows. Merges the rows even if the cursor must stay. If there is no cursor and none
   * may be created, a target that keeps both together may omit the rows. Repeating it changes nothing. Reports the
   * point `sync.merged` between the two.
   */
  commit: (batch: Batch) => Promise<void>
  /**
   * Moves the cursor to `to`, never backwards, and only from a position at or after `from`. So a cursor that was set
   * back stays, and with it the rows before `from` that must be written again. Without a cursor, a stretch from 0
   * creates one that rewrites nothing; any other creates none. `history` changes with the position, and stays if the
   * cursor is past `to`.
   */
  moveCursor: (stretch: Passage) => Promise<void>
  /**
   * Groups rows, including tombstones, by the first `digits` hexadecimal digits of the MD5 of the key in UTF-8. Returns
   * for each group the number of rows, and the sum of the first 32 bits of the MD5 of their canonical texts, which
   * `canonicalRow` defines. Only columns named by `table` count.
   */
  checksum: (table: WarehouseTable, digits: 2 | 4) => Promise<Bucket[]>
  /**
   * Like `checksum`, with the sum of `printedRowHash`: equal buckets have equal rows, others may too. Absent for engines
   * other than PostgreSQL.
   */
  checksumPrinted?: (table: WarehouseTable, digits: 2 | 4) => Promise<Bucket[]>
  /** Returns the rows of some buckets of `checksum`, including tombstones; once for each key, however often it is there. */
  listHashes: (table: WarehouseTable, prefixes: readonly string[]) => Promise<StoredHash[]>
  /**
   * Returns the files of a table that `checksum` and `listHashes` found missing or unreadable, commits that `readCursor` found
   * unreadable, and its copy for readers if that is not as it was written. They counted the rows in data files among them as missing. Absent for kinds without
   * files of their own.
   */
  damagedFiles?: (table: WarehouseTable) => readonly string[]
  /**
   * Removes what keeps rows from being sent again: missing and unreadable files, and rows of one key beside the greatest where
   * they keep the table from having a key.
   */
  mend?: (table: WarehouseTable) => Promise<void>
  /** Removes rows permanently, without tombstones: for rows that are newer here than in their source. */
  removeRows: (table: WarehouseTable, keys: readonly string[]) => Promise<void>
  /**
   * Returns the answer to a recipe's question from the rows of the workspace, in at most `most` rows, and writes nothing. Absent for
   * kinds that answer none here.
   */
  ask?: (question: { sql: string; most: number }) => Promise<Answer>
  /** Removes all rows of the workspace, and tables, views and cursors that are empty afterwards. */
  dropTables: (tables: readonly WarehouseTable[]) => Promise<void>
  close: () => Promise<void>
}

/** What a warehouse may reach that was not created by those who operate the machine. */
export type WarehouseBounds = {
  /** Private addresses that it may connect to, besides public ones. */
  allowedNetworks: Networks
  /** The directory below which its files lie; undefined allows none. */
  directory: string | undefined
  /** Resolves names instead of the name servers. */
  lookup?: Lookup | undefined
}

/** For a warehouse with bounds where no one named any. */
export const tightestBounds: WarehouseBounds = {
  allowedNetworks: { has: () => false, isEmpty: true },
  directory: undefined,
}

type TargetOptions<Settings, Secrets> = {
  orgId: string
  settings: Settings
  secrets: Secrets
  /** A private directory for anything written before the commit; removed after `close`. */
  scratch: string
  /** The directory of optional packages: see `loadOptional`. */
  libraries: string
  /** The proxy through which a warehouse that speaks HTTP is reached, unless it is in the operator's own network. */
  proxy?: OutgoingProxy | undefined
  /** Undefined for a warehouse of the machine's operator, which may reach anything. */
  bounds: WarehouseBounds | undefined
  /** Ends the connections of a warehouse with bounds. */
  signal?: AbortSignal | undefined
  /** Nothing will be written, so opening and closing must not write either. */
  isReadOnly?: boolean
  /** Opened to be compared or repaired: what is damaged is named by `damagedFiles`, instead of ending the work. */
  isCompared?: boolean
}

/** One kind of warehouse. */
export type WarehouseKind<Settings = unknown, Secrets = unknown> = {
  kind: string
  /** What it does, as an imperative sentence without the full stop. */
  title: string
  summary: string
  isBeta: boolean
  settings: z.ZodType<Settings>
  /** Everything that is encrypted at rest and never shown. */
  secrets: z.ZodType<Secrets>
  options: KindOptions
  /** Describes the location to people: contains no secret, and differs for any two locations, whatever leads there. */
  locationOf: (place: { settings: Settings; secrets: Secrets }) => string | Promise<string>
  /**
   * Where its tables are, in SQL before a recipe, and whether its targets answer them here; undefined where there are no
   * recipes for its engine.
   */
  recipes?: {
    engine: 'postgres' | 'duckdb' | 'clickhouse'
    preambleOf: (settings: Settings) => string
    areAnswered: boolean
  }
  /** Why its syncs cost money, and what an interval means for it; undefined where they cost none. */
  costHintOf?: (cadence: { intervalMs: number }) => string
  /** Packages, with their versions, that only this kind needs and that `warehouse install` adds; none is bundled. */
  optionalPackages: Readonly<Record<string, string>>
  /** How long a warehouse in sync stays closed before a sync checks that its tables still exist. */
  looksAgainAfterMs: number
  /** Whether its batches may be in parts, which takes PostgreSQL half the time. */
  readsParts?: true
  /** Which values its engine does not keep unchanged. */
  losses: WarehouseLosses
  /** Throws if the warehouse cannot be reached or written. */
  open: (options: TargetOptions<Settings, Secrets>) => Promise<Target>
  faultOf: (error: unknown) => Fault
}

/** Wraps each call of a target to its place in `wrap`. */
export function wrapTarget(
  target: Target,
  wrap: <Result>(call: () => Promise<Result>) => Promise<Result>,
): Target {
  const wrapped =
    <Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) =>
    (...input: Input): Promise<Result> =>
      wrap(() => call(...input))
  // A method that a target may lack is named too, or it would be lost.
  const { checksumPrinted, damagedFiles, mend, lacksView, lacksKey, ask, ...always } = {
    readCursor: wrapped(target.readCursor),
    findFaults: wrapped(target.findFaults),
    prepare: wrapped(target.prepare),
    writeCursor: wrapped(target.writeCursor),
    stage: wrapped(target.stage),
    commit: wrapped(target.commit),
    moveCursor: wrapped(target.moveCursor),
    checksum: wrapped(target.checksum),
    checksumPrinted: target.checksumPrinted && wrapped(target.checksumPrinted),
    listHashes: wrapped(target.listHashes),
    removeRows: wrapped(target.removeRows),
    damagedFiles: target.damagedFiles,
    mend: target.mend && wrapped(target.mend),
    lacksView: target.lacksView && wrapped(target.lacksView),
    lacksKey: target.lacksKey && wrapped(target.lacksKey),
    ask: target.ask && wrapped(target.ask),
    dropTables: wrapped(target.dropTables),
    close: wrapped(target.close),
  } satisfies Record<keyof Target, unknown>
  return {
    ...always,
    ...(checksumPrinted && { checksumPrinted }),
    ...(damagedFiles && { damagedFiles }),
    ...(mend && { mend }),
    ...(lacksView && { lacksView }),
    ...(lacksKey && { lacksKey }),
    ...(ask && { ask }),
  }
}
