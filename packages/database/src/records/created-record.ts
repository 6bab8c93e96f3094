import type { Instant } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import { timestampOf } from './merge/timestamp-of.ts'

/** A record's place in a list of the newest first. */
export type CreatedRecord = { createdAt: Instant; id: string }

/** Returns the condition that a row comes after a record in such a list; always true without a record. */
export function isBehind(
  after: CreatedRecord | undefined,
  createdAt: string,
  id: string,
): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  return sql`
    (${sql.ref(createdAt)}, ${sql.ref(id)}) < (${timestampOf(after.createdAt)}::timestamptz, ${after.id})`
}
