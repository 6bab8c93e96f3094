import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Why an address gets nothing more from a channel. */
type Suppression = {
  orgId: string
  channelId: string
  address: string
  /** Short and stable: `unsubscribed`, `refused`. */
  reason: string
  /** Null is for good. */
  until: Date | null
}

/**
 * Takes an address out of a channel; what is for good stays so. Answers whether there is such a channel in the
 * workspace.
 */
export async function suppressAddress(
  database: Database,
  { orgId, channelId, address, reason, until }: Suppression,
): Promise<boolean> {
  const { rows } = await sql`
    insert into suppressed_addresses as known (channel_id, address, reason, until)
    select channel_id, lower(${address}), ${reason}, ${until}
    from channels where channel_id = ${channelId} and org_id = ${orgId}
    on conflict (channel_id, address) do update
    set reason = case when known.until is null then known.reason else excluded.reason end,
        until = case when known.until is null or excluded.until is null then null
                     else greatest(known.until, excluded.until) end
    returning channel_id`.execute(database)
  return rows.length > 0
}

/** The addresses that a channel leaves out now, in lower case. */
export async function listSuppressedAddresses(
  database: Database,
  { orgId, channelId }: { orgId: string; channelId: string },
): Promise<{ address: string; reason: string; until: Date | null }[]> {
  const { rows } = await sql<{ address: string; reason: string; until: Date | null }>`
    select address, a.reason, until from suppressed_addresses a join channels using (channel_id)
    where channel_id = ${channelId} and org_id = ${orgId} and (until is null or until > now())
    order by address`.execute(database)
  return rows
}
