import { type RawBuilder, sql } from 'kysely'

/** The key of a record, or of an account. */
export type RecordKey = { orgId: string; id: string }

/** Returns a key for maps of records of all workspaces. */
export function recordKey({ orgId, id }: RecordKey): string {
  return `${orgId} ${id}`
}

/** Returns the keys as a table with two columns. */
export function keysTable(keys: RecordKey[]): RawBuilder<unknown> {
  return sql`unnest(${keys.map(({ orgId }) => orgId)}::text[], ${keys.map(({ id }) => id)}::text[])`
}
