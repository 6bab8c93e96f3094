import type { ColumnType } from 'kysely'

/** A `jsonb` column that is read as a value and written as its text. */
export type Json<T> = ColumnType<T, string, string>
