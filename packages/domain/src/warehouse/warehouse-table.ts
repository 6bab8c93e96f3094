/**
 * How a column is kept. Every target maps each to its own best type: `enum` is a text of a small closed set, `integer`
 * has 64 bits, `float` is a double, `instant` has at least milliseconds and is UTC, `texts` is a list of texts, `json`
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

/** One column of a warehouse's table; all but the key may be null. */
export type WarehouseColumn = {
  name: string
  type: WarehouseColumnType
  /**
   * Where its value stands in what is stored of the record, such as `document.subjectOrg.name`: a part of the record
   * and the members on the way. The first that leads to a value counts.
   */
  from: readonly string[]
  /**
   * Whether it is null in warehouses that leave personal data out: what names a person (authors, users of the
   * workspace), what a person wrote (posts and their titles, notes), what leads to it (URLs), what is told about it in
   * free text and so may quote it, and who the registers' values name. What names organisations, places,
   * listeners and deals stays, and so do the keys of records.
   */
  isPersonal: boolean
  /** Of a personal column with JSON: the members of an object that stay. A value that is no object stays as it is. */
  keptMembers?: readonly string[]
}

/**
 * A table of every warehouse: declared, never inferred. Columns are only ever added, each with a greater `version`,
 * which makes every warehouse add the column and fill it.
 */
export type WarehouseTable = {
  name: string
  version: number
  /** The column that, with `org_id`, is the key. */
  key: string
  /** `org_id` and the key first. What a sync itself writes of a row stands in none of them: see `syncColumns`. */
  columns: readonly WarehouseColumn[]
}
