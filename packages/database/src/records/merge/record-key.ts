import { type RawBuilder, sql } from 'kysely'

/** The key of a record, or of an account. */
export type RecordKey = { orgId: string; id: string }

/** What tells records of all workspaces apart in a map. */
export function recordKey({ orgId, id }: RecordKey): string {
  return `${orgId} ${id}`
}

/** The keys as a table of two columns. */
export function keysTable(keys: RecordKey[]): RawBuilder<unknown> {
  return sql`unnest(${keys.map(({ orgId }) => orgId)}::text[], ${keys.map(({ id }) => id)}::text[])`
}
