import type { ColumnType } from 'kysely'

/** A `json` or `jsonb` column that is read as a value and written as its text. */
export type Json<Value = unknown> = ColumnType<Value, string, string>
