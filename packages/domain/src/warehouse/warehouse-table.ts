/**
 * The type of a column. Every target maps it to its own best type: `enum` is a text from a small closed set, `integer`
 * has 64 bits, `float` is a double, `instant` is UTC to the millisecond or finer, `texts` is a list of texts, `json` is
 * anything else.
 */
export type WarehouseColumnType =
  | 'text'
  | 'enum'
  | 'integer'
  | 'float'
  | 'boolean'
  | 'instant'
  | 'texts'
  | 'json'

/** One column of a warehouse table. All except the key may be null. */
export type WarehouseColumn = {
  name: string
  type: WarehouseColumnType
  /** What it holds, in a sentence for analysts: warehouses and the data dictionary show it. */
  comment: string
  /**
   * Where its value is in the stored record, such as `document.subjectOrg.name`: a part of the record and the members on
   * the way. The first path that leads to a value counts.
   */
  from: readonly string[]
  /**
   * Whether it is null in warehouses without personal data. Personal is what names a person (authors, users of the
   * workspace, also in registers), what a person wrote (posts and their titles, notes), links to it, and free text
   * about it, which may quote it. Names of organisations, places, listeners and deals stay, and so do the keys of
   * records.
   */
  isPersonal: boolean
  /** Whether it is null in warehouses that were not asked to have mail addresses. */
  isMailAddress?: true
  /** Where the value of a personal column is instead in warehouses without personal data: null in rows that hold such. */
  impersonalFrom?: readonly string[]
  /** The members of an object that stay in a personal JSON column. Values other than objects stay as they are. */
  keptMembers?: readonly string[]
}

/**
 * A table of warehouses: declared, never inferred. Columns are only added. Each addition raises `version`, which
 * makes every warehouse add the column and fill it.
 */
export type WarehouseTable = {
  name: string
  /** What a row is, in a sentence for analysts. */
  comment: string
  version: number
  /** The column that is the key together with `org_id`. */
  key: string
  /** The instant by which a range of time is chosen; a table without one is only sent whole. */
  timeColumn?: string
  /** Whether its keys name people, so that warehouses without personal data, or with hashes of it, lack the whole table. */
  isPersonal?: true
  /** Whether only warehouses that ask for the ledger have it. */
  isOnRequest?: true
  /** The column that an erasure makes null, where the row itself stays. */
  erasedColumn?: string
  /** `org_id` and the key come first. The columns that a sync adds to every row are not among them: see `syncColumns`. */
  columns: readonly WarehouseColumn[]
}
