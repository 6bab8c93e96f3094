import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { identityKey } from '../ledger/claim-identities.ts'

/** The delivery that applied each event first, by its identity. */
export type Owners = Map<string, string>

type EventIdentity = { sourceId: string; eventId: string }

/** Returns the deliveries that applied events. An event that the product made itself has no source, and none. */
export async function findOwners(
  transaction: DatabaseTransaction,
  events: readonly EventIdentity[],
): Promise<Owners> {
  const asked = events.filter(({ sourceId }) => sourceId !== '')
  if (asked.length === 0) return new Map()
  const { rows } = await sql<EventIdentity & { deliveryId: string }>`
    select source_id as "sourceId", event_id as "eventId", delivery_id as "deliveryId" from identities
    where (source_id, event_id) in (
      select * from unnest(${asked.map(({ sourceId }) => sourceId)}::text[],
                           ${asked.map(({ eventId }) => eventId)}::text[])
    )`.execute(transaction)
  return new Map(rows.map((row) => [identityKey(row), row.deliveryId]))
}
